import type { Allowance, SignInLimits } from '@guidepost/http/limits';
import { AppError } from '@guidepost/service-kit';

export interface Guess {
  /** The folded address, whether or not someone has it. */
  account: string;
  /** The IP address, or its block. */
  sender: string;
}

/** How an attempt ended, and whether it was the failure that locks the account. */
export interface GuessOutcome<Result> {
  result: Result | undefined;
  locks: boolean;
}

/**
 * Counts an attempt before it is made, so that parallel ones cannot pass the limit, and takes the count back unless it
 * fails. `attempt` resolves to undefined for a failure.
 * @throws AppError `rate-limited`
 */
export async function countGuess<Result>(
  { account, sender }: SignInLimits,
  guess: Guess,
  attempt: () => Promise<Result | undefined>,
): Promise<GuessOutcome<Result>> {
  refuseOverLimit(await sender?.take(guess.sender));
  const taken = await account?.take(guess.account);
  refuseOverLimit(taken);
  const giveBack = () => Promise.all([account?.giveBack(guess.account), sender?.giveBack(guess.sender)]);
  try {
    const result = await attempt();
    if (result !== undefined) await giveBack();
    return { result, locks: result === undefined && taken?.remaining === 0 };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/** @throws AppError `rate-limited` */
export function refuseOverLimit(allowance: Allowance | undefined): void {
  if (!allowance || allowance.allowed) return;
  const retryAfter = Math.max(1, Math.ceil(allowance.retryAfter));
  const minutes = Math.ceil(retryAfter / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  throw new AppError('rate-limited', `Too many attempts to sign in; try again in ${wait}.`, { retryAfter });
}
