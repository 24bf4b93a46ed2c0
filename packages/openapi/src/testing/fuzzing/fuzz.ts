import fc from 'fast-check';
import type { FuzzedAnswer, FuzzedRequest } from './request.ts';

export interface FuzzOptions {
  /** Where the requests begin, and how many are sent at least; as the environment says unless set. */
  seed?: number;
  count?: number;
  requests: fc.Arbitrary<FuzzedRequest>;
  send: (request: FuzzedRequest) => Promise<FuzzedAnswer>;
  /** What is wrong with an answer. */
  judge: (request: FuzzedRequest, answer: FuzzedAnswer) => readonly string[];
}

const { FUZZ_SEED = '18', FUZZ_REQUESTS = '10000' } = process.env;

/** The same requests are sent in each run unless `FUZZ_SEED` is set. */
export const SEED = Number(FUZZ_SEED);

/** More are sent when `FUZZ_REQUESTS` is set. */
export const REQUESTS = Number(FUZZ_REQUESTS);

const MOST_AT_ONCE = 40;
const BATCHES_IN_A_ROUND = 50;
/** Of a round, in milliseconds, so that looking for the smallest request that fails comes to an end. */
const LONGEST_ROUND = 60_000;

/**
 * Sends requests, some at once, until there were enough; each round has the next seed. When one is answered wrongly it
 * throws with the smallest requests that still are, and with the seed of the round.
 */
export async function fuzz({
  seed = SEED,
  count = REQUESTS,
  requests,
  send,
  judge,
}: FuzzOptions): Promise<void> {
  let sent = 0;
  async function ask(request: FuzzedRequest): Promise<string[]> {
    sent += 1;
    const mistakes = await send(request).then(
      (answer) => judge(request, answer),
      (error: unknown) => [String(error)],
    );
    return mistakes.map((mistake) => `${request.method} ${request.target}: ${mistake}`);
  }
  const together = fc.array(requests, { minLength: 1, maxLength: MOST_AT_ONCE, size: 'max' });
  const property = fc.asyncProperty(fc.noBias(together), async (batch) => {
    const mistakes = await Promise.all(batch.map(ask));
    if (mistakes.flat().length > 0) throw new Error(mistakes.flat().join('\n'));
  });
  for (let round = 0; sent < count; round += 1) {
    await fc.assert(property, {
      seed: seed + round,
      numRuns: BATCHES_IN_A_ROUND,
      interruptAfterTimeLimit: LONGEST_ROUND,
    });
  }
}
