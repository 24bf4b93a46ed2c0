import { descriptionOf } from '@guidepost/pages';
import { type BoundStatement, type Executor, sqlText } from '@guidepost/postgres';
import type { Topic } from '../model/topics.ts';
import { type ListedDialogs, listSlice } from './dialog-slice.ts';

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

/** The columns for {@link listLines}. */
export const LINE_COLUMNS = sqlText(new URL('./sql/line-columns.sql', import.meta.url));

/** @param statement selects {@link LINE_COLUMNS} */
export async function listLines(
  executor: Executor,
  statement: BoundStatement,
): Promise<ListedDialogs<DialogLine>> {
  const { rows, ...listed } = await listSlice<LineRow>(executor, statement);
  return {
    ...listed,
    rows: rows.map(({ beginning, ...line }) => ({ ...line, text: descriptionOf(beginning) })),
  };
}
