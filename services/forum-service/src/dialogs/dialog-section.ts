import { MOST_BYTES } from '@guidepost/http';
import { type BoundStatement, type Executor, statementTemplate } from '@guidepost/postgres';
import type { Order } from '../model/order.ts';
import type { Section } from '../model/section.ts';
import type { DialogRow } from './dialog.ts';
import { LISTED_DIALOG_COLUMNS } from './dialog-columns.ts';

/** Which dialogs a list consists of, in SQL. */
export interface DialogSource {
  /** Selects `id` and what they are sorted by. */
  matching: string;
  /** Selects how many they are, as `dialogs`. */
  total: string;
  /** What both need before them, a `with`. */
  prelude?: string;
  /** What the fragments name from `$4` on; `$1` is the forum. */
  values: readonly unknown[];
  /** Whether this is asked for often, so that the statement is worth keeping. */
  prepared: boolean;
}

/** The part of a list that is shown. */
export interface DialogSection extends Section {
  forumId: number;
  order: Order;
  /** What is read of each; all that records hold unless set. */
  columns?: string;
  /** What the texts may add up to; the section is cut where they pass that. */
  mostBytes?: number;
}

export interface ListedDialogs<Row = DialogRow> {
  /** How many there are in all sections. */
  total: number;
  rows: Row[];
  /** Whether there are more in the section than were read. */
  isCut: boolean;
}

/** Past the end there is one row, which says how many there are. */
type SectionRow<Row> = { total: number } & ((Row & { fits: boolean }) | { id: null });

const list = statementTemplate(new URL('./sql/list-dialogs.sql', import.meta.url));

/**
 * Of parts that have an index for the order each, what the section can need: so PostgreSQL reads no more of them, and
 * merges what it read instead of sorting it.
 */
export function mergeParts(parts: readonly string[], { sql }: Order): string {
  return parts.map((part) => `(${part} order by ${sql} limit $2::bigint + $3)`).join(' union all ');
}

/** The statement that reads a section; its rows are for {@link listSection}. */
export function bindSection(source: DialogSource, section: DialogSection): BoundStatement {
  const { matching, total, prelude = '', values, prepared } = source;
  const { forumId, order, start, limit, columns = LISTED_DIALOG_COLUMNS } = section;
  const { mostBytes = MOST_BYTES } = section;
  const place = `$${4 + values.length}`;
  const fragments = { prelude, total, matching, order: order.sql, columns, mostBytes: place };
  return list(fragments, { prepared })([forumId, start, limit, ...values, mostBytes]);
}

export async function listSection<Row extends { id: number } = DialogRow>(
  executor: Executor,
  statement: BoundStatement,
): Promise<ListedDialogs<Row>> {
  const rows = await executor.any<SectionRow<Row>>(statement);
  const section = rows.filter((row) => row.id !== null);
  const fitting = section.filter(({ fits }) => fits);
  return { total: rows[0]?.total ?? 0, rows: fitting, isCut: fitting.length < section.length };
}

/** What `archived` is in the dialogs of a list. */
export function archivedStates(archivedToo: boolean): readonly boolean[] {
  return archivedToo ? [false, true] : [false];
}
