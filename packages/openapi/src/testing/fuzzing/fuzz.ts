import fc from 'fast-check';
import type { FuzzedAnswer, FuzzedRequest } from './request.ts';

export interface FuzzOptions {
  /** The first seed and the least number of requests; from the environment by default. */
  seed?: number;
  count?: number;
  requests: fc.Arbitrary<FuzzedRequest>;
  send: (request: FuzzedRequest) => Promise<FuzzedAnswer>;
  judge: (request: FuzzedRequest, answer: FuzzedAnswer) => readonly string[];
}

const { FUZZ_SEED = '18', FUZZ_REQUESTS = '6000' } = process.env;

/** The same on each run unless `FUZZ_SEED` is set. */
export const SEED = Number(FUZZ_SEED);

/** Overridden by `FUZZ_REQUESTS`. */
export const REQUESTS = Number(FUZZ_REQUESTS);

const MOST_AT_ONCE = 40;
const BATCHES_IN_A_ROUND = 50;
/** Milliseconds per round, a limit on shrinking. */
const LONGEST_ROUND = 60_000;

/**
 * Sends concurrent requests in rounds of consecutive seeds. @throws Error with the smallest failing ones and their seed
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
