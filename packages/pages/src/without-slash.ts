import { type Representation, rawQueryString } from '@guidepost/http';
import type { Request } from 'express';
import { leadTo } from './page-headers.ts';

/** Redirects to the path without its trailing slash, which would break relative links; undefined if there is none. */
export function withoutSlash({ path, url }: Pick<Request, 'path' | 'url'>): Representation | undefined {
  if (path === '/' || !path.endsWith('/')) return undefined;
  const query = rawQueryString(url);
  return leadTo(301, path.slice(0, -1) + (query && `?${query}`));
}
