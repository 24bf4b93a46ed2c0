import { type Database, preparedStatement } from '@guidepost/postgres';

/** A forum as the front page names it. */
export interface ListedForum {
  slug: string;
  name: string;
  formal_name: string;
  language: string;
}

const list = preparedStatement(new URL('./sql/list-forums.sql', import.meta.url));

/** So many forums at most that have something to read, by name. */
export function listForumsToRead(database: Database, most: number): Promise<ListedForum[]> {
  return database.any<ListedForum>(list([most]));
}
