// The site is a static export: no server code, every page a file, served by lib/site or any static host.

/** @type {import('next').NextConfig} */
const nextConfig = {
  output: 'export',
  trailingSlash: true,
  reactStrictMode: true,
  images: { unoptimized: true },
  // Types are a check of their own (npm run typecheck): it covers the tests too, which a site without them does not need.
  typescript: { ignoreBuildErrors: true },
};
export default nextConfig;
