import { type HeaderFields, type Representation, securityHeaders } from '@guidepost/http';
import type { ForeignSources, Page } from './page.ts';

const OWN_SOURCES = {
  'style-src': "'self'",
  'script-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self'",
  'form-action': "'self'",
};

const CONTENT = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept-Encoding',
};

/** Of every answer that people read. */
const PAGE_HEADERS: HeaderFields = Object.freeze({
  ...CONTENT,
  ...pageSecurity(),
});

/** The headers of a page; where it holds content from elsewhere as much more is allowed as that needs. */
export function pageHeaders({
  foreign,
  isFramed = false,
  isPersonal = false,
}: Pick<Page, 'foreign' | 'isFramed' | 'isPersonal'> = {}): HeaderFields {
  if (foreign === undefined && !isFramed && !isPersonal) return PAGE_HEADERS;
  return {
    ...CONTENT,
    ...(isPersonal && { 'Cache-Control': 'no-store' }),
    ...pageSecurity(foreign, isFramed),
  };
}

function pageSecurity(foreign: ForeignSources = {}, isFramed = false): HeaderFields {
  const sources: Record<string, string> = { ...OWN_SOURCES };
  for (const [directive, allowed] of Object.entries(foreign)) {
    sources[directive] = [sources[directive], allowed].filter(Boolean).join(' ');
  }
  return securityHeaders({
    policy: { ...sources, 'base-uri': "'none'", ...(!isFramed && { 'frame-ancestors': "'none'" }) },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // The policy says the same; this is for scanners that look for the older header.
    xFrameOptions: isFramed ? false : { action: 'deny' },
  });
}

/** The answer that leads to another address of the site: it has moved there (301), or what was sent is done (303). */
export function leadTo(status: 301 | 303, path: string): Representation {
  const { 'Content-Type': _, ...headers } = PAGE_HEADERS;
  return { status, headers: { ...headers, Location: path } };
}

/** The answer to OPTIONS: no other site has a reason to ask what a page takes. */
export function answerOptions(methods: readonly string[]): Representation {
  return { status: 204, headers: { Allow: methods.join(', ') } };
}
