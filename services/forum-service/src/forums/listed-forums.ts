import { type Database, preparedStatement } from '@guidepost/postgres';

/** A forum as whoever knows none of them is told of it. */
export interface ListedForum {
  slug: string;
  name: string;
  formal_name: string;
  language: string;
}

const list = preparedStatement(new URL('./sql/list-forums.sql', import.meta.url));

/** The forums that have something to read, by name, at most so many. */
export function listForumsToRead(database: Database, most: number): Promise<ListedForum[]> {
  return database.any<ListedForum>(list([most]));
}
