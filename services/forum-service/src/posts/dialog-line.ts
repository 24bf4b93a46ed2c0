import { descriptionOf } from '@guidepost/pages';
import { type BoundStatement, type ContentReader, sql } from '@guidepost/postgres';
import type { ListedRows } from '../model/listing.ts';
import type { Topic } from '../model/topics.ts';
import { listSlice } from './dialog-slice.ts';

export interface DialogLine {
  id: number;
  topic: Topic;
  title: string;
  text: string | undefined;
  num_comments: number;
  num_votes: number;
  state: string | null;
  author_name: string;
  work_title: string | null;
  pub_date: Date;
  last_activity: Date;
}

type LineRow = Omit<DialogLine, 'text'> & {
  /** Beginning of the source text. */
  beginning: string;
};

export const LINE_COLUMNS = sql.part`d.id, d.topic, d.title, left(d.text, 500) as beginning, d.num_comments, d.num_votes, d.state,
  d.author_name, d.work_title, d.pub_date, d.last_activity`;

/** @param statement selects {@link LINE_COLUMNS} */
export async function listLines(
  executor: ContentReader,
  statement: BoundStatement,
): Promise<ListedRows<DialogLine>> {
  const { rows, ...listed } = await listSlice<LineRow>(executor, statement);
  return {
    ...listed,
    rows: rows.map(({ beginning, ...line }) => ({ ...line, text: descriptionOf(beginning) })),
  };
}
