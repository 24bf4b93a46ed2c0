import { type HeaderFields, type Representation, rawQueryString, securityHeaders } from '@guidepost/http';
import type { Request } from 'express';
import type { ForeignSources, Page } from './page.ts';

const OWN_SOURCES = {
  'style-src': "'self'",
  'script-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self'",
  'form-action': "'self'",
};

/** Who may frame a page. */
const FRAMING = {
  any: { policy: {}, xFrameOptions: false },
  'same-origin': { policy: { 'frame-ancestors': "'self'" }, xFrameOptions: { action: 'sameorigin' } },
  none: { policy: { 'frame-ancestors': "'none'" }, xFrameOptions: { action: 'deny' } },
} as const;

const CONTENT = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept-Encoding',
};

const PAGE_HEADERS: HeaderFields = Object.freeze({
  ...CONTENT,
  ...pageSecurity(),
});

/** For pages that are answered in Markdown, too. */
const VARIES_BY_TYPE = { Vary: 'Accept, Accept-Encoding' };

const TYPED_PAGE_HEADERS: HeaderFields = Object.freeze({ ...PAGE_HEADERS, ...VARIES_BY_TYPE });

/** The headers of a page; its policy allows the sources that its content needs. */
export function pageHeaders({
  foreign,
  isFramed = false,
  isPersonal = false,
  preview,
  hasMarkdown = false,
}: Pick<Page, 'foreign' | 'isFramed' | 'isPersonal' | 'preview'> & {
  hasMarkdown?: boolean;
} = {}): HeaderFields {
  if (foreign === undefined && !isFramed && !isPersonal)
    return hasMarkdown ? TYPED_PAGE_HEADERS : PAGE_HEADERS;
  return {
    ...CONTENT,
    ...(hasMarkdown && VARIES_BY_TYPE),
    ...(isPersonal && { 'Cache-Control': 'no-store' }),
    ...pageSecurity(foreign, preview ? 'same-origin' : isFramed ? 'any' : 'none'),
  };
}

function pageSecurity(foreign: ForeignSources = {}, framedBy: keyof typeof FRAMING = 'none'): HeaderFields {
  const sources: Record<string, string> = { ...OWN_SOURCES };
  for (const [directive, allowed] of Object.entries(foreign)) {
    sources[directive] = [sources[directive], allowed].filter(Boolean).join(' ');
  }
  return securityHeaders({
    policy: { ...sources, 'base-uri': "'none'", ...FRAMING[framedBy].policy },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // Redundant with the policy, for scanners that look for the older header.
    xFrameOptions: FRAMING[framedBy].xFrameOptions,
  });
}

/** A redirect within the site: moved (301), or after a form was processed (303). */
export function leadTo(status: 301 | 303, path: string): Representation {
  const { 'Content-Type': _, ...headers } = PAGE_HEADERS;
  return { status, headers: { ...headers, Location: path } };
}

/** Redirects to the path without its trailing slash, which would break relative links; undefined if there is none. */
export function withoutSlash({ path, url }: Pick<Request, 'path' | 'url'>): Representation | undefined {
  if (path === '/' || !path.endsWith('/')) return undefined;
  const query = rawQueryString(url);
  return leadTo(301, path.slice(0, -1) + (query && `?${query}`));
}

/** The answer to OPTIONS: other sites have no reason to send preflights for pages. */
export function answerOptions(methods: readonly string[]): Representation {
  return { status: 204, headers: { Allow: methods.join(', ') } };
}

/** Headers for what is not a page: sitemaps, feeds, `robots.txt` and suggestions. */
export const DATA_HEADERS: HeaderFields = Object.freeze({
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept-Encoding',
  ...securityHeaders({ policy: { 'frame-ancestors': "'none'" } }),
});
