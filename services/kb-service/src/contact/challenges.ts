import { createHash } from 'node:crypto';
import type { Secret } from '@guidepost/postgres';
import { createChallenge, verifySolution } from 'altcha-lib/v1';
import type { Challenge } from 'altcha-lib/v1/types';

/** Milliseconds for which a challenge may be solved: people think about what they write. */
const LIFETIME = 3_600_000;

/** A browser needs half as many hashes, a fraction of a second, on average. */
const LARGEST_NUMBER = 50_000;

/** Characters of a solution; ours have some 400. */
const LONGEST_SOLUTION = 2_000;

/** Work that a browser does before a message is taken, so that sending many is expensive: ALTCHA, version 1. */
export interface Challenges {
  issue(): Promise<Challenge>;
  /** @returns SHA-256 of the challenge, if it is ours, not expired, and solved */
  check(solution: string): Promise<Buffer | undefined>;
}

export function createChallenges(secret: Secret): Challenges {
  const keyOf = async () =>
    createHash('sha256')
      .update('contact challenges')
      .update(await secret())
      .digest('hex');
  return {
    issue: async () =>
      createChallenge({
        algorithm: 'SHA-256',
        hmacKey: await keyOf(),
        maxNumber: LARGEST_NUMBER,
        expires: new Date(Date.now() + LIFETIME),
      }),
    async check(solution) {
      if (solution.length > LONGEST_SOLUTION || !/^[\w+/=-]+$/.test(solution)) return undefined;
      try {
        const isSolved = await verifySolution(solution, await keyOf());
        if (!isSolved) return undefined;
      } catch {
        // JSON that is no solution at all.
        return undefined;
      }
      const { challenge } = JSON.parse(atob(solution)) as { challenge: string };
      return createHash('sha256').update(challenge).digest();
    },
  };
}
