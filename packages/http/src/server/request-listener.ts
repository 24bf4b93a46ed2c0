import type { RequestListener } from 'node:http';
import { answerInOrder, limitUnsent, withOriginForm } from '../connections/connections.ts';
import type { RepresentationCache } from '../representation-cache/representation-cache.ts';

/** Bytes of unread responses: about thirty of the largest ones. */
const MOST_UNSENT = 256_000_000;

/** Handles a connection's requests in order, limits unread responses, and tries the fast path before the app. */
export function createRequestListener(
  app: RequestListener,
  { representationCache }: { representationCache: Pick<RepresentationCache, 'answer'> },
): RequestListener {
  const inOrder = answerInOrder();
  const limited = limitUnsent(MOST_UNSENT);
  return withOriginForm((request, response) =>
    inOrder(request, response, () =>
      limited(request, response, () => {
        if (!representationCache.answer(request, response)) app(request, response);
      }),
    ),
  );
}
