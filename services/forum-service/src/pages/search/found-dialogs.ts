import { MOST_DOCUMENT_BYTES } from '@guidepost/http';
import type { SiteSearch, SiteSearchResult, Suggestion } from '@guidepost/pages';
import {
  correctedQuery,
  createAnalyzer,
  type Excerpt,
  type Highlighter,
  type TextPart,
} from '@guidepost/search';
import { mapInSlices } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { TOPICS, type Topic } from '../../model/topics.ts';
import { readNewestComments } from '../../posts/comments.ts';
import {
  DIALOG_TITLE_COLUMNS,
  type DialogRow,
  FOUND_DIALOG_COLUMNS,
  listSlice,
  NEWEST_FIRST,
} from '../../posts/dialog-rows.ts';
import { bindDialogList } from '../../posts/list-dialogs.ts';
import { type PostText, readableText } from '../../rendering/render-posts.ts';
import { findBestDialogs, highlighterOf } from '../../search/search-dialogs.ts';
import type { Site } from '../site.ts';

interface FoundRow extends PostText {
  id: number;
  topic: Topic;
  title: string;
  state: string | null;
  pub_date: Date;
  num_comments: number;
  num_votes: number;
}

interface FoundDialog extends Omit<FoundRow, 'title' | keyof PostText> {
  path: string;
  title: readonly TextPart[];
  excerpt: Excerpt;
  /** Whether the excerpt comes from a comment, since the dialog itself does not match. */
  isOfComment: boolean;
}

interface FoundInForum extends SiteSearchResult {
  found: readonly FoundDialog[];
}

export async function findDialogs(
  { database, dialogSearch }: Pick<Context, 'database' | 'dialogSearch'>,
  { site: { forum, paths }, query: text, offset, limit, excerpt: length }: SiteSearch<Site>,
): Promise<FoundInForum> {
  const query = createAnalyzer(forum.language).query(text);
  const request = {
    forum,
    query,
    start: offset,
    limit,
    columns: FOUND_DIALOG_COLUMNS,
    tags: undefined,
    includeArchived: false,
  };
  const searching = { database, search: dialogSearch };
  const readFound = await findBestDialogs<FoundRow>(searching, request);
  const {
    rows,
    total,
    corrections,
    otherWords,
    missing,
    partial = false,
  } = await readFound(MOST_DOCUMENT_BYTES);
  const highlighter = highlighterOf({ language: forum.language, query, otherWords });
  const dialogs = await mapInSlices(
    rows,
    ({ title, text: own, markdown, ...row }): FoundDialog => ({
      ...row,
      path: paths.dialogPage(row.id),
      title: highlighter.text(title),
      excerpt: highlighter.excerpt(readableText({ text: own, markdown }).replace(/\s+/g, ' '), length),
      isOfComment: false,
    }),
  );
  const unexplained = dialogs.filter(({ title, excerpt }) => !hasMark(title) && !hasMark(excerpt.parts));
  const ids = unexplained.map(({ id }) => id);
  const comments = await readNewestComments(database, forum.id, ids);
  const found = await mapInSlices(dialogs, (dialog): FoundDialog => {
    const excerpt = excerptOfFirst(comments.get(dialog.id) ?? [], highlighter, length);
    return excerpt ? { ...dialog, excerpt, isOfComment: true } : dialog;
  });
  return { total, correctedQuery: correctedQuery(text, corrections), missing, isPartial: partial, found };
}

/** Excerpt of the first text that matches; undefined if none does. */
function excerptOfFirst(
  texts: readonly string[],
  { excerpt }: Pick<Highlighter, 'excerpt'>,
  length: number,
): Excerpt | undefined {
  for (const text of texts) {
    const found = excerpt(text.replace(/\s+/g, ' '), length);
    if (hasMark(found.parts)) return found;
  }
  return undefined;
}

function hasMark(parts: Excerpt['parts']): boolean {
  return parts.some(({ marked }) => marked);
}

const MOST = 5;

/** The newest dialogs, where the visitor has found nothing. */
export async function suggestNewest(
  { database }: Pick<Context, 'database'>,
  { id: forumId, paths }: Site,
): Promise<Suggestion[]> {
  const slice = { start: 0, limit: MOST, columns: DIALOG_TITLE_COLUMNS };
  const request = { forumId, topics: TOPICS, order: NEWEST_FIRST, includeArchived: false, ...slice };
  const { rows } = await listSlice<Pick<DialogRow, 'id' | 'title'>>(database, bindDialogList(request));
  return rows.map(({ id, title }) => ({ path: paths.dialogPage(id), name: title }));
}
