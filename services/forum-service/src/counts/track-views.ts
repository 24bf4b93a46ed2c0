import type { IncomingMessage } from 'node:http';
import { addressBlock } from '@guidepost/http';
import type { Viewed } from './views.ts';

export type OnViewed = (viewed: Viewed, client: string) => void;

/** Reports an answered request as a view by its client; HEAD requests do not count. Kept with cached answers. */
export function trackViews(
  onViewed: OnViewed | undefined,
  viewed: Viewed,
  addressOf: (request: IncomingMessage) => string,
): ((request: IncomingMessage) => void) | undefined {
  if (!onViewed) return undefined;
  return (request) => {
    if (request.method === 'GET') onViewed(viewed, addressBlock(addressOf(request)));
  };
}
