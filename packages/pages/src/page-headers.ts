import type { HeaderFields, Representation } from '@guidepost/http';
import type { ForeignSources, Page } from './page.ts';

const OWN_SOURCES = {
  'style-src': "'self'",
  'script-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self'",
  'form-action': "'self'",
};

/** Of every answer that people read. */
const PAGE_HEADERS = Object.freeze({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept-Encoding',
  'Content-Security-Policy': contentSecurityPolicy(),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  // The policy says the same; this is for whoever looks for the older way to say it.
  'X-Frame-Options': 'DENY',
});

/** The headers of a page; where it holds content from elsewhere as much more is allowed as that needs. */
export function pageHeaders({
  foreign,
  isFramed = false,
  isPersonal = false,
}: Pick<Page, 'foreign' | 'isFramed' | 'isPersonal'> = {}): HeaderFields {
  if (foreign === undefined && !isFramed && !isPersonal) return PAGE_HEADERS;
  const { 'X-Frame-Options': framing, ...headers } = PAGE_HEADERS;
  return {
    ...headers,
    ...(isPersonal && { 'Cache-Control': 'no-store' }),
    ...(!isFramed && { 'X-Frame-Options': framing }),
    'Content-Security-Policy': contentSecurityPolicy(foreign, isFramed),
  };
}

function contentSecurityPolicy(foreign: ForeignSources = {}, isFramed = false): string {
  const sources: Record<string, string> = { ...OWN_SOURCES };
  for (const [directive, allowed] of Object.entries(foreign)) {
    sources[directive] = [sources[directive], allowed].filter(Boolean).join(' ');
  }
  const directives = Object.entries(sources).map(([directive, allowed]) => `${directive} ${allowed}`);
  const framing = isFramed ? [] : ["frame-ancestors 'none'"];
  return ["default-src 'none'", ...directives, "base-uri 'none'", ...framing].join('; ');
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
