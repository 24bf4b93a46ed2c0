import { pageCount } from '@guidepost/http';
import { noSuchPage } from '@guidepost/pages';
import type { BoundStatement, ContentReader } from '@guidepost/postgres';
import { type DialogLine, LINE_COLUMNS, listLines } from '../../posts/dialog-line.ts';
import type { DialogSlice } from '../../posts/dialog-slice.ts';

const PAGE_SIZE = 25;

export interface DialogList {
  dialogs: DialogLine[];
  total: number;
  /** From 1. */
  number: number;
  /** At least one, even if empty. */
  pages: number;
}

export type PageSlice = Required<Pick<DialogSlice, 'start' | 'limit' | 'columns'>>;

/**
 * @param bind creates the statement for a slice
 * @throws AppError `not-found` past the end
 */
export async function readDialogList(
  executor: ContentReader,
  number: number,
  bind: (slice: PageSlice) => BoundStatement,
): Promise<DialogList> {
  const slice = { start: (number - 1) * PAGE_SIZE, limit: PAGE_SIZE, columns: LINE_COLUMNS };
  const { rows, total } = await listLines(executor, bind(slice));
  const pages = Math.max(1, pageCount(total, PAGE_SIZE));
  if (number > pages) throw noSuchPage();
  return { dialogs: rows, total, number, pages };
}
