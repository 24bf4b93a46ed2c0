import { type HeaderFields, securityHeaders } from '@guidepost/http';

/** Of what is written for programs that visit sites: sitemaps, feeds, `robots.txt`. */
export const CRAWLER_HEADERS: HeaderFields = Object.freeze({
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept-Encoding',
  ...securityHeaders({ policy: { 'frame-ancestors': "'none'" } }),
});
