import { collationOf } from '@guidepost/i18n/text-order';
import { type ContentReader, type Executor, preparedStatement, statementTemplate } from '@guidepost/postgres';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

export interface GuideTitle {
  slug: string;
  title: string;
}

const listTitles = preparedStatement(new URL('./sql/list-titles.sql', import.meta.url));

/** Guides of a category in its order, guides with a tag by title, or all guides by title. */
export type GuidePlace = { category: number } | { tag: number } | 'everything';

export interface BeginningsRequest {
  knowledgeBase: Pick<KnowledgeBase, 'id' | 'language'>;
  in: GuidePlace;
  limit: number;
  offset: number;
  /** How much of the content to read, in characters. */
  characters: number;
}

export interface GuideBeginning {
  slug: string;
  title: string;
  beginning: string;
}

interface BeginningRow extends Omit<GuideBeginning, 'slug'> {
  total: number;
  /** Null, like the other columns, in the only row of an empty page. */
  slug: string | null;
}

const everything = statementTemplate(new URL('./sql/list-beginnings.sql', import.meta.url));
const ofCategory = preparedStatement(new URL('./sql/list-beginnings-of-category.sql', import.meta.url));
const withTag = statementTemplate(new URL('./sql/list-beginnings-with-tag.sql', import.meta.url));

/** The published guides among these, in the same order. */
export function listGuideTitles(
  executor: Executor,
  knowledgeBaseId: number,
  ids: readonly number[],
): Promise<GuideTitle[]> {
  return executor.any<GuideTitle>(listTitles([knowledgeBaseId, ids]));
}

/** A slice of published guides, and their total. */
export async function listGuideBeginnings(
  executor: ContentReader,
  request: BeginningsRequest,
): Promise<{ total: number; guides: GuideBeginning[] }> {
  const rows = await executor.any<BeginningRow>(bindStatement(request));
  const guides = rows.filter((row): row is BeginningRow & GuideBeginning => row.slug !== null);
  return { total: rows[0]?.total ?? 0, guides };
}

function bindStatement({ knowledgeBase, in: place, ...slice }: BeginningsRequest) {
  const values = [knowledgeBase.id, slice.limit, slice.offset, slice.characters];
  const byTitle = { collation: collationOf(knowledgeBase.language) };
  if (place === 'everything') return everything(byTitle, { prepared: true })(values);
  if ('category' in place) return ofCategory([...values, place.category]);
  return withTag(byTitle, { prepared: true })([...values, place.tag]);
}
