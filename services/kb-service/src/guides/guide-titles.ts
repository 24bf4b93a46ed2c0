import { type Executor, preparedStatement } from '@guidepost/postgres';

/** A guide in a list of titles. */
export interface GuideTitle {
  slug: string;
  title: string;
}

const listTitles = preparedStatement(new URL('./sql/list-titles.sql', import.meta.url));

/** Which guides are listed: those of a category in its order, those that carry a tag by title, or all by title. */
export type GuidePlace = { category: number } | { tag: number } | 'everything';

export interface BeginningsRequest {
  knowledgeBaseId: number;
  in: GuidePlace;
  limit: number;
  offset: number;
  /** How much of the content is read, in characters. */
  characters: number;
}

/** A guide with the beginning of its content. */
export interface GuideBeginning {
  slug: string;
  title: string;
  beginning: string;
}

interface BeginningRow extends Omit<GuideBeginning, 'slug'> {
  total: number;
  /** The other columns are null, too, in the one row of an empty page. */
  slug: string | null;
}

const everything = preparedStatement(new URL('./sql/list-beginnings.sql', import.meta.url));
const ofCategory = preparedStatement(new URL('./sql/list-beginnings-of-category.sql', import.meta.url));
const withTag = preparedStatement(new URL('./sql/list-beginnings-with-tag.sql', import.meta.url));

/** The published guides among these, in their order. */
export function listGuideTitles(
  executor: Executor,
  knowledgeBaseId: number,
  ids: readonly number[],
): Promise<GuideTitle[]> {
  return executor.any<GuideTitle>(listTitles([knowledgeBaseId, ids]));
}

/** A stretch of the published guides in a place, and the number of all of them. */
export async function listGuideBeginnings(
  executor: Executor,
  request: BeginningsRequest,
): Promise<{ total: number; guides: GuideBeginning[] }> {
  const rows = await executor.any<BeginningRow>(bindStatement(request));
  const guides = rows.filter((row): row is BeginningRow & GuideBeginning => row.slug !== null);
  return { total: rows[0]?.total ?? 0, guides };
}

function bindStatement({ knowledgeBaseId, in: place, limit, offset, characters }: BeginningsRequest) {
  const values = [knowledgeBaseId, limit, offset, characters];
  if (place === 'everything') return everything(values);
  return 'category' in place ? ofCategory([...values, place.category]) : withTag([...values, place.tag]);
}
