import { type Database, preparedStatement } from '@guidepost/postgres';
import type { LoadedDocuments, SearchDocument } from '@guidepost/search';

/**
 * What is indexed of a dialog's comments, in bytes; few mean what comes after so much. With its text, which the schema
 * limits, a batch of dialogs fits into memory whatever they hold.
 */
const COMMENT_BYTES = 300_000;
const MOST_COMMENTS = 10_000;

const loadDialogs = preparedStatement(new URL('./sql/load-dialogs.sql', import.meta.url));
const findLanguage = preparedStatement(new URL('./sql/find-language.sql', import.meta.url));

interface DialogRow {
  id: number;
  title: string;
  text: string;
  /** The newest first. */
  comments: string;
  archived: boolean;
  /** Folded. */
  tags: string[];
}

/** What dialogs are found by: the title above the text, this above the comments; archived ones by editors alone. */
export async function loadDialogDocuments(
  database: Database,
  forumId: number,
  ids: number[],
): Promise<LoadedDocuments> {
  const found = await database.oneOrNone<{ language: string }>(findLanguage([forumId]));
  const dialogs = await database.any<DialogRow>(loadDialogs([forumId, ids, COMMENT_BYTES, MOST_COMMENTS]));
  // Nothing is said of a forum that is gone but that its dialogs are.
  return { tenant: { id: forumId, language: found?.language ?? '' }, documents: dialogs.map(describeDialog) };
}

function describeDialog({ id, title, text, comments, archived, tags }: DialogRow): SearchDocument {
  return { id, fields: [title, text, comments], facets: { tag: tags }, hidden: archived };
}
