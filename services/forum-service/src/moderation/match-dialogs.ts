import { type Executor, sql } from '@guidepost/postgres';
import type { Topic } from '../model/topics.ts';

/** Staff narrow lists of dialogs by these; undefined ones do not apply. */
export interface DialogFilter {
  topic?: Topic | undefined;
  state?: string | undefined;
  /** Folded. */
  tag?: string | undefined;
  /** The poster. */
  person?: number | undefined;
  /** A person of the staff; null for dialogs that no one has been assigned to. */
  assignee?: number | null | undefined;
  /** Whether there is an official answer. */
  answered?: boolean | undefined;
  /** Whether they are in the queue again on a day to come. */
  snoozed?: true | undefined;
  /** Posted in so many days. */
  days?: number | undefined;
}

const UNASSIGNED = 0;

const match = sql.file(new URL('./sql/match-dialogs.sql', import.meta.url));

/** Dialogs that match a part of each of the filters. */
interface Matched {
  ids: readonly number[];
  filters: readonly DialogFilter[];
  /** The part that is not checked again. */
  matched: readonly (keyof DialogFilter)[];
}

/** Those of the dialogs that match, in their order, for each of the filters. */
export async function matchDialogs(
  executor: Executor,
  forumId: number,
  { ids, filters, matched }: Matched,
): Promise<number[][]> {
  const unmatched = matched.map((name) => [name, undefined] as const);
  const checked = filters.map((filter): DialogFilter => ({ ...filter, ...Object.fromEntries(unmatched) }));
  if (checked.every(isEmpty)) return filters.map(() => [...ids]);
  const column = (read: (filter: DialogFilter) => unknown) => checked.map((filter) => read(filter) ?? null);
  const rows = await executor.any<{ number: number; ids: number[] }>(
    match([
      forumId,
      ids,
      column(({ topic }) => topic),
      column(({ state }) => state),
      column(({ person }) => person),
      column(({ assignee }) => (assignee === null ? UNASSIGNED : assignee)),
      column(({ answered }) => answered),
      column(({ tag }) => tag),
      column(({ days }) => days),
      column(({ snoozed }) => snoozed),
    ]),
  );
  const found = new Map(rows.map(({ number, ids: matching }) => [number, matching]));
  return filters.map((_, index) => found.get(index + 1) ?? []);
}

function isEmpty(filter: DialogFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}
