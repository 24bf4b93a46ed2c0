import { type Representation, rawQueryString } from '@guidepost/http';
import type { Request } from 'express';
import { leadTo } from './page-headers.ts';

/**
 * The way to the address without a slash at its end, below which relative links would lead; undefined for an address
 * without one.
 */
export function withoutSlash({ path, url }: Pick<Request, 'path' | 'url'>): Representation | undefined {
  if (path === '/' || !path.endsWith('/')) return undefined;
  const query = rawQueryString(url);
  return leadTo(301, path.slice(0, -1) + (query && `?${query}`));
}
