import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { ArchivedAuthor } from './archived-dialog.ts';
import type { Writing } from './writing.ts';

export interface Posters {
  idOf(author: ArchivedAuthor): number;
}

const insert = preparedStatement(new URL('./sql/insert-posters.sql', import.meta.url));
const find = preparedStatement(new URL('./sql/find-posters.sql', import.meta.url));

/** Finds or creates the posters of all authors and voters. */
export async function writePosters(transaction: Executor, { forumId, dialogs }: Writing): Promise<Posters> {
  const emails = new Map<string, string | null>();
  for (const dialog of dialogs) {
    for (const { poster, email } of [dialog, ...dialog.comments, ...dialog.votes]) emails.set(poster, email);
  }
  const columns = [[...emails.keys()], [...emails.values()]];
  await transaction.none(insert([forumId, ...columns]));
  const rows = await transaction.any<{ id: number; identity: string }>(find([forumId, [...emails.keys()]]));
  const ids = new Map(rows.map(({ id, identity }) => [identity, id]));
  return {
    idOf({ poster }) {
      const id = ids.get(poster);
      if (id === undefined) throw new AppError('internal', 'A poster was not written.');
      return id;
    },
  };
}
