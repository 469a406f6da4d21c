/** The document around every page: fonts from our own files, the theme before the first paint. */

import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import './globals.css';

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
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <head>
        {/* Not deferred: it sets the theme before anything is painted. */}
        <script src="/theme.js" />
      </head>
      <body>{children}</body>
    </html>
  );
}
