import type { FuzzedArea } from './area.ts';
import { createRouteOf } from './page-forms.ts';
import { type PageRequestOptions, pageRequestsFor } from './page-requests.ts';
import type { FuzzedAnswer, FuzzedRequest } from './request.ts';

export interface PageAreaOptions extends PageRequestOptions {
  name: string;
  /** Default: all routes. */
  expected?: readonly string[];
}

/** Pages and their forms, which no document describes. */
export function pageArea({ name, expected, ...options }: PageAreaOptions): FuzzedArea {
  return {
    name,
    operations: options.routes,
    expected: expected ?? options.routes,
    requestsTo: (routes) => pageRequestsFor({ ...options, routes }),
    operationOf: createRouteOf(options.routes),
    isReached: ({ status, headers: { location = '' } }) => status < 400 && !/\/sign-in(\?|$)/.test(location),
    mistakesIn: mistakesOfPage,
  };
}

/** What is wrong with an answer, whatever was asked for. */
function mistakesOfPage(
  { method, target }: FuzzedRequest,
  { status, headers, bytes }: FuzzedAnswer,
): string[] {
  // Of preflights.
  if (status === 204 && bytes.length === 0) return [];
  const length = headers['content-length'];
  const isLong = method !== 'HEAD' && status !== 304 && length !== undefined;
  return [
    ...(status >= 500 ? [`the status is ${status}`] : []),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['its type can be guessed']),
    ...(/unsafe/.test(headers['content-security-policy'] ?? 'unsafe') ? ['scripts are not restricted'] : []),
    ...(isLong && length !== String(bytes.length) ? ['its length is wrong'] : []),
    ...(target.startsWith('/desk') && isKept(headers) ? ['it may be stored'] : []),
  ];
}

function isKept(headers: FuzzedAnswer['headers']): boolean {
  const isPage = headers['content-type']?.startsWith('text/html') ?? false;
  return isPage && headers['cache-control'] !== 'no-store';
}
