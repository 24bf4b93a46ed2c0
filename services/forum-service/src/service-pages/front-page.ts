import { type Database, preparedStatement } from '@guidepost/postgres';

/** A forum as the front page names it. */
export interface ListedForum {
  slug: string;
  name: string;
  formal_name: string;
  language: string;
}

/** More than that is no list for people. */
const MOST_LISTED = 100;

const list = preparedStatement(new URL('./sql/list-forums.sql', import.meta.url));

/** The forums that have something to read, by name. */
export function listForumsToRead(database: Database): Promise<ListedForum[]> {
  return database.any<ListedForum>(list([MOST_LISTED]));
}
