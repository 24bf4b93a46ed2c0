import { randomInt } from 'node:crypto';

export interface Answer {
  status: number;
  body: string;
}

/** A change that was sent once, whatever came back. */
export interface Sent {
  /** Such as `dialog` or `vote`. */
  kind: string;
  /** A word that no other post has. */
  mark: string;
  /** Milliseconds by `performance.now()`. */
  at: number;
  answeredAt: number;
  /** The status; a code such as `ECONNREFUSED` if there was no answer. */
  outcome: number | string;
  /** The address of a stored file. */
  path?: string;
}

/** No word ends in these letters, so marks are never stemmed. */
const LETTERS = 'bcfhjkmpqrvwxz';

/** A new, unique word that identifies its record in searches. */
export function newMark(): string {
  return Array.from({ length: 12 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}

/** Whether the answer promised that it is stored. */
export const isAcknowledged = ({ outcome }: Sent): boolean => outcome === 200 || outcome === 201;

export interface Audit {
  sent: number;
  acknowledged: number;
  /** By status or code, of all others. */
  others: Map<string, number>;
  /** Not acknowledged, but stored. */
  storedAnyway: number;
  /** Acknowledged, but not stored: one line each. */
  lost: string[];
  /** Other things that must not be, one line each. */
  wrong: string[];
  /** Messages and webhooks that were delivered more than once, each time with the same id. */
  deliveredAgain: number;
  /** Files without a row, which the daily cleaning deletes. */
  orphans: number;
}

/** Compares what was answered with how often each mark is stored. */
export function compareWithStored(sent: readonly Sent[], stored: ReadonlyMap<string, number>): Audit {
  const acknowledged = sent.filter(isAcknowledged);
  const others = sent.filter((one) => !isAcknowledged(one));
  return {
    sent: sent.length,
    acknowledged: acknowledged.length,
    others: countOutcomes(others),
    storedAnyway: others.filter(({ mark }) => stored.has(mark)).length,
    lost: acknowledged
      .filter(({ mark }) => !stored.has(mark))
      .map(({ kind, mark }) => `lost: ${kind} ${mark}`),
    wrong: [...stored].filter(([, times]) => times > 1).map(([mark]) => `doubled: ${mark}`),
    deliveredAgain: 0,
    orphans: 0,
  };
}

/** How often each status or code came. */
function countOutcomes(sent: readonly Sent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const outcome of sent.map((one) => String(one.outcome)))
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}

/** Marks of one kind that are stored, acknowledged or not. */
export function storedMarks(
  sent: readonly Sent[],
  stored: ReadonlyMap<string, number>,
  which: string,
): Set<string> {
  return new Set(sent.filter(({ kind, mark }) => kind === which && stored.has(mark)).map(({ mark }) => mark));
}

const SEARCHED = 20;

/** Searches for the latest acknowledged posts of a kind, each of which is to be found once. */
export async function compareSearch(
  sent: readonly Sent[],
  which: string,
  find: (mark: string) => Promise<unknown[] | undefined>,
): Promise<string[]> {
  const sought = sent.filter((one) => one.kind === which && isAcknowledged(one)).slice(-SEARCHED);
  const wrong: string[] = [];
  for (const { mark } of sought) {
    const found = (await find(mark))?.length ?? 'no answer';
    if (found !== 1) wrong.push(`search: ${mark} finds ${found}`);
  }
  return wrong;
}

/** When the first post that was sent since then was acknowledged. */
export function firstTaken(sent: readonly Sent[], since: number): number | undefined {
  const taken = sent.filter((one) => one.at >= since && isAcknowledged(one));
  return taken.length === 0 ? undefined : Math.min(...taken.map(({ answeredAt }) => answeredAt));
}

/** Milliseconds until the last post that was sent since then was not acknowledged; 0 without any. */
export function lastFailure(sent: readonly Sent[], since: number, end = Number.POSITIVE_INFINITY): number {
  const failed = sent.filter((one) => one.at >= since && one.answeredAt < end && !isAcknowledged(one));
  return Math.max(0, ...failed.map(({ answeredAt }) => answeredAt - since));
}
