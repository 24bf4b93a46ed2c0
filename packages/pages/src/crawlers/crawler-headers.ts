import type { HeaderFields } from '@guidepost/http';

/** Of what is written for programs that visit sites: sitemaps, feeds, `robots.txt`. */
export const CRAWLER_HEADERS: HeaderFields = Object.freeze({
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept-Encoding',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});
