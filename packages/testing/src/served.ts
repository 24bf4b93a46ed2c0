import { until } from '@guidepost/local-servers/testing';

/** Sends a request, again while the answer is a 503: a busy machine has no connection for some of many at once. */
export function served<Answer extends { status: number }>(
  send: () => PromiseLike<Answer>,
  seconds?: number,
): Promise<Answer> {
  return until(
    'a request is served',
    async () => {
      const answer = await send();
      return answer.status === 503 ? undefined : answer;
    },
    seconds,
  ) as Promise<Answer>;
}
