/** The documents that a search must and must not find, according to all responses of a service. */
export interface Ledger {
  records: Promised[];
  answers: Map<string, number>;
  shownAfterRemoval: number;
}

export type Visibility = 'shown' | 'hidden' | 'gone';

/** The state of a record according to all responses. */
export interface Promised {
  id: number;
  visibility: Visibility;
  /** Words it contains, or once contained (`false`). */
  marks: Map<string, boolean>;
  /** Incremented when a change begins and ends; odd while the state is undefined. */
  version: number;
  checked: number;
}

export function createLedger(): Ledger {
  return { records: [], answers: new Map(), shownAfterRemoval: 0 };
}

export function promise({ records }: Ledger, id: number, mark: string): void {
  records.push({ id, visibility: 'shown', marks: new Map([[mark, true]]), version: 0, checked: -1 });
}

export function isSettled({ version }: Promised): boolean {
  return version % 2 === 0;
}

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

/** All requests are valid. */
const EXPECTED = ['post 201', 'search 200'];

/** Unexpected responses of a service, one line each. */
export function wrongAnswers({ answers, shownAfterRemoval }: Ledger): string[] {
  const wrong = [...answers].filter(([answer]) => !EXPECTED.includes(answer));
  const lines = wrong.map(([answer, times]) => `${times} × ${answer}`);
  return shownAfterRemoval > 0 ? [...lines, `${shownAfterRemoval} × shown after it was removed`] : lines;
}
