// The site is a static export: no server code, every page a file, served by lib/site or any static host.

/** @type {import('next').NextConfig} */
const nextConfig = {
  output: 'export',
  trailingSlash: true,
  reactStrictMode: true,
  images: { unoptimized: true },
  // Types are a check of their own (npm run typecheck): it covers the tests too, which a site without them does not need.
  typescript: { ignoreBuildErrors: true },
  // Recharts asks for every scale of d3, dates, colours and formats included: 17 KB of the page, of which nothing would be drawn.
  turbopack: { resolveAlias: { 'victory-vendor/d3-scale': './components/charts/pressure/library-scales.ts' } },
};
export default nextConfig;
