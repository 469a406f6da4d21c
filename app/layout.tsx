/** The document around every page: fonts from our own files, the theme before the first paint. */

import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import type { ReactNode } from 'react';
import './globals.css';

// The package's own would be fetched before the first paint, which has no code in it.
const mono = localFont({
  src: '../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2',
  variable: '--font-geist-mono',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
  fallback: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'Liberation Mono', 'DejaVu Sans Mono', 'monospace'],
});

export const metadata: Metadata = {
  title: 'Palimpsest',
  description: "Replay an agent's transcript through memory systems and see what is forgotten, when and why.",
  applicationName: 'Palimpsest',
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#faf9f5' },
    { media: '(prefers-color-scheme: dark)', color: '#141311' },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={`${GeistSans.variable} ${mono.variable}`} suppressHydrationWarning>
      <head>
        {/* Not deferred: it sets the theme before anything is painted. */}
        <script src="/theme.js" />
      </head>
      <body>{children}</body>
    </html>
  );
}
