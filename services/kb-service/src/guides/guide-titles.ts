import { pageCount } from '@guidepost/http';
import { noSuchPage } from '@guidepost/pages';
import { type Executor, sqlText, statementTemplate } from '@guidepost/postgres';
import { describeText, ENOUGH_MARKUP } from '../pages/guide/description.ts';

/** How many guides a page lists. */
const PAGE_SIZE = 50;

/** A page of guides. */
export interface GuideList {
  guides: ListedGuide[];
  /** On all pages. */
  total: number;
  /** Of this page, from 1. */
  number: number;
  /** At least one, which may be empty. */
  pages: number;
}

export interface ListedGuide {
  slug: string;
  title: string;
  /** A line of what it says. */
  text: string | undefined;
}

/** Which guides are listed: those of a category in its order, those that carry a tag by title, or all by title. */
export interface GuideListRequest {
  knowledgeBaseId: number;
  in: { category: number } | { tag: number } | 'everything';
  number: number;
}

interface GuideRow {
  total: number;
  /** The other columns are null in the one row of an empty page. */
  slug: string | null;
  title: string;
  beginning: string;
}

const BY_TITLE = 'g.title collate "und-x-icu", g.id';

const inCategory = listStatement('./sql/titles-category.sql', 'm.position, g.id');
const withTag = listStatement('./sql/titles-tag.sql', BY_TITLE);
const everything = listStatement('./sql/titles-all.sql', BY_TITLE);

function listStatement(matching: string, order: string) {
  const template = statementTemplate(new URL('./sql/list-titles-by-page.sql', import.meta.url));
  return template({ matching: sqlText(new URL(matching, import.meta.url)), order }, { prepared: true });
}

/** @throws AppError `not-found` past the end */
export async function readGuideList(executor: Executor, request: GuideListRequest): Promise<GuideList> {
  const { number } = request;
  const rows = await executor.any<GuideRow>(bindStatement(request));
  const total = rows[0]?.total ?? 0;
  const pages = Math.max(1, pageCount(total, PAGE_SIZE));
  if (number > pages) throw noSuchPage();
  return { guides: rows.flatMap(listGuide), total, number, pages };
}

function bindStatement({ knowledgeBaseId, in: place, number }: GuideListRequest) {
  const values = [knowledgeBaseId, PAGE_SIZE, (number - 1) * PAGE_SIZE, ENOUGH_MARKUP];
  if (place === 'everything') return everything(values);
  return 'category' in place ? inCategory([...values, place.category]) : withTag([...values, place.tag]);
}

function listGuide({ slug, title, beginning }: GuideRow): ListedGuide[] {
  return slug === null ? [] : [{ slug, title, text: describeText(beginning) }];
}
