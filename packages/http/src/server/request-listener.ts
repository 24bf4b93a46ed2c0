import type { RequestListener } from 'node:http';
import { answerInOrder, limitUnsent, withOriginForm } from '../connections/connections.ts';
import type { RepresentationCache } from '../representation-cache/representation-cache.ts';

/** What may wait for slow clients, in bytes: some thirty of the largest answers. */
const MOST_UNSENT = 256_000_000;

/**
 * What a server gives its requests to: one of a connection after the other, limited in what waits to be read, answered
 * from memory where it was answered before and by the app everywhere else.
 */
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
