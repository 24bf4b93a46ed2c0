/** How a record is found: by everybody, by editors alone, or not at all. */
export type Visibility = 'shown' | 'hidden' | 'gone';

/** A record as all answers so far have promised it. */
export interface Promised {
  /** The dialog's or the guide's. */
  id: number;
  visibility: Visibility;
  /** Marks that it holds. */
  marks: Set<string>;
  /** Marks that it held once. */
  formerMarks: Set<string>;
  /** Changes that were begun, and those that were answered: between them nothing is promised. */
  begun: number;
  answered: number;
}

/** What was asked of one service, and what it has answered. */
export interface Ledger {
  records: Promised[];
  /** Answers by status; `0` when there was none. */
  posts: Map<number, number>;
  searches: Map<number, number>;
  /** Milliseconds that each search took. */
  durations: number[];
  /** Searches that showed what had been removed before them. */
  shownAfterRemoval: number;
}

export function createLedger(): Ledger {
  return { records: [], posts: new Map(), searches: new Map(), durations: [], shownAfterRemoval: 0 };
}

/** A record that was answered for, and that one mark finds. */
export function promise(ledger: Ledger, id: number, mark: string): Promised {
  const marks = new Set([mark]);
  const record: Promised = {
    id,
    visibility: 'shown',
    marks,
    formerMarks: new Set(),
    begun: 0,
    answered: 0,
  };
  ledger.records.push(record);
  return record;
}

/** Changes a record; what it promises afterwards counts when the change is answered. */
export async function change(record: Promised, work: () => Promise<void>): Promise<void> {
  record.begun += 1;
  await work();
  record.answered += 1;
}

/** Has a record hold other marks than before. */
export function replaceMark(record: Promised, former: string | undefined, mark: string | undefined): void {
  if (former !== undefined && record.marks.delete(former)) record.formerMarks.add(former);
  if (mark !== undefined) record.marks.add(mark);
}

export function count(answers: Map<number, number>, status: number): void {
  answers.set(status, (answers.get(status) ?? 0) + 1);
}
