import { type Database, preparedStatement } from '@guidepost/postgres';

/** A knowledge base as the front page names it. */
export interface ListedSite {
  host: string;
  name: string;
  organization_name: string;
  language: string;
}

/** More than that is no list for people. */
const MOST_LISTED = 100;

const listPublic = preparedStatement(new URL('../../knowledge-bases/sql/list-public.sql', import.meta.url));

/** The public knowledge bases that have something to read, by name. */
export function listPublicSites(database: Database): Promise<ListedSite[]> {
  return database.any<ListedSite>(listPublic([MOST_LISTED]));
}
