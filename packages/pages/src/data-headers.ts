import { type HeaderFields, securityHeaders } from '@guidepost/http';

/** Headers for what is not a page: sitemaps, feeds, `robots.txt` and suggestions. */
export const DATA_HEADERS: HeaderFields = Object.freeze({
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept-Encoding',
  ...securityHeaders({ policy: { 'frame-ancestors': "'none'" } }),
});
