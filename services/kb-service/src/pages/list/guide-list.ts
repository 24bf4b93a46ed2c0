import { pageCount } from '@guidepost/http';
import { noSuchPage } from '@guidepost/pages';
import type { ContentReader } from '@guidepost/postgres';
import { type GuidePlace, listGuideBeginnings } from '../../content/guide-titles.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { describeText, ENOUGH_MARKUP } from '../guide/description.ts';

const PAGE_SIZE = 50;

export interface GuideList {
  guides: ListedGuide[];
  total: number;
  number: number;
  /** At least one. */
  pages: number;
}

interface ListedGuide {
  slug: string;
  title: string;
  /** The beginning of its text. */
  text: string | undefined;
}

export interface GuideListRequest {
  knowledgeBase: Pick<KnowledgeBase, 'id' | 'language'>;
  in: GuidePlace;
  number: number;
}

/** @throws AppError `not-found` past the end */
export async function readGuideList(
  executor: ContentReader,
  { number, ...request }: GuideListRequest,
): Promise<GuideList> {
  const { total, guides } = await listGuideBeginnings(executor, {
    ...request,
    limit: PAGE_SIZE,
    offset: (number - 1) * PAGE_SIZE,
    characters: ENOUGH_MARKUP,
  });
  const pages = Math.max(1, pageCount(total, PAGE_SIZE));
  if (number > pages) throw noSuchPage();
  const listed = guides.map(({ slug, title, beginning }) => ({ slug, title, text: describeText(beginning) }));
  return { guides: listed, total, number, pages };
}
