import { type Database, preparedStatement } from '@guidepost/postgres';

export interface ListedForum {
  slug: string;
  /** Empty without one of its own. */
  host: string;
  name: string;
  formal_name: string;
  language: string;
}

const list = preparedStatement(new URL('./sql/list-forums.sql', import.meta.url));

/** Up to `most` forums with visible dialogs, by name. */
export function listNonEmptyForums(database: Database, most: number): Promise<ListedForum[]> {
  return database.any<ListedForum>(list([most]));
}
