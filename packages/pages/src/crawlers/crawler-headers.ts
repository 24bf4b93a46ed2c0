import { type HeaderFields, securityHeaders } from '@guidepost/http';

/** Headers for sitemaps, feeds and `robots.txt`. */
export const CRAWLER_HEADERS: HeaderFields = Object.freeze({
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept-Encoding',
  ...securityHeaders({ policy: { 'frame-ancestors': "'none'" } }),
});
