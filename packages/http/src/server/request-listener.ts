import type { RequestListener } from 'node:http';
import { answerInTurn } from '../connections/answer-in-turn.ts';
import { boundUnsent } from '../connections/bound-unsent.ts';
import { withOriginForm } from '../connections/origin-form.ts';
import type { Shortcuts } from '../representation-cache/shortcuts.ts';

/** What may wait for slow clients, in bytes: some thirty of the largest answers. */
const MOST_UNSENT = 256_000_000;

/**
 * What a server gives its requests to: one of a connection after the other, bounded in what waits to be read, answered
 * from memory where there is a shortcut and by the app everywhere else.
 */
export function createRequestListener(
  app: RequestListener,
  { shortcuts }: { shortcuts?: Pick<Shortcuts, 'answer'> | undefined } = {},
): RequestListener {
  const inTurn = answerInTurn();
  const bounded = boundUnsent(MOST_UNSENT);
  return withOriginForm((request, response) =>
    inTurn(request, response, () =>
      bounded(request, response, () => {
        if (!shortcuts?.answer(request, response)) app(request, response);
      }),
    ),
  );
}
