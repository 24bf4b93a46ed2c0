/** How a record is found: by everyone, by editors alone, or not at all. */
export type Visibility = 'shown' | 'hidden' | 'gone';

/** A record as all answers so far have promised it. */
export interface Promised {
  /** The dialog's or the guide's. */
  id: number;
  visibility: Visibility;
  /** Words that it holds, and those that it once held (`false`). */
  marks: Map<string, boolean>;
  /** Raised when a change begins and when it is answered: while it is odd, nothing is promised. */
  version: number;
  /** The version that was looked for last. */
  checked: number;
}

/** What was asked of one service, and what it has answered. */
export interface Ledger {
  records: Promised[];
  /** How often, by what was asked and the status: `post 201`. */
  answers: Map<string, number>;
  /** Searches that showed what had been removed before them. */
  shownAfterRemoval: number;
}

/** Enters a record that was answered for, and that one mark finds. */
export function promise({ records }: Ledger, id: number, mark: string): void {
  records.push({ id, visibility: 'shown', marks: new Map([[mark, true]]), version: 0, checked: -1 });
}

export function isSettled({ version }: Promised): boolean {
  return version % 2 === 0;
}

/** Sends a request and notes what came of it. */
export async function send(
  { answers }: Ledger,
  what: 'post' | 'search',
  request: () => Promise<Response>,
): Promise<Response | undefined> {
  const answer = await request().catch(() => undefined);
  const key = `${what} ${answer?.status ?? 'without an answer'}`;
  answers.set(key, (answers.get(key) ?? 0) + 1);
  return answer;
}

/** Everything that is asked for can be had. */
const EXPECTED = ['post 201', 'search 200'];

/** What a service should not have answered, a line for each. */
export function wrongAnswers({ answers, shownAfterRemoval }: Ledger): string[] {
  const wrong = [...answers].filter(([answer]) => !EXPECTED.includes(answer));
  const lines = wrong.map(([answer, times]) => `${times} × ${answer}`);
  return shownAfterRemoval > 0 ? [...lines, `${shownAfterRemoval} × shown after it was removed`] : lines;
}
