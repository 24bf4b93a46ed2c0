import type { Suggestion } from '@guidepost/pages';
import type { Executor } from '@guidepost/postgres';
import { createAnalyzer } from '@guidepost/search';
import { listTopCategories } from '../content/categories.ts';
import { type GuideTitle, listGuideTitles } from '../content/guide-titles.ts';
import type { Context } from '../context.ts';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import { listMostHelpful } from '../readers/votes.ts';
import type { Site } from './site.ts';

const MAX_SIMILAR = 5;

const MAX_WORDS_LENGTH = 200;

/** Extensions of files on former sites: `/help/refunds.html`. */
const ENDING = /\.[a-z]{2,5}$/i;

/** Other systems have the number of an article before its words: `/articles/360047117032-Refunds`. */
const NUMBER = /^[0-9]+-/;

/**
 * Suggestions for readers who found nothing: the most helpful guides or, before the first upvote, the top
 * categories.
 */
export async function listSuggestions(executor: Executor, site: Site): Promise<Suggestion[]> {
  const { base, knowledgeBase } = site;
  const helpful = await listMostHelpful(executor, knowledgeBase);
  if (helpful.length > 0) return linkGuides(site, helpful);
  const categories = await listTopCategories(executor, knowledgeBase.id);
  return categories.map(({ slug, name }) => ({ path: `${base}/categories/${slug}`, name }));
}

/** Guides that match the words of an unknown path: `/guides/reset-pasword`. */
export async function listSimilar(context: SearchContext, site: Site, path: string): Promise<Suggestion[]> {
  return linkGuides(site, await findSimilar(context, site.knowledgeBase, wordsOf(path)));
}

type SearchContext = Pick<Context, 'database' | 'guideSearch'>;

/** The guides that match some words best. */
export async function findSimilar(
  { database, guideSearch }: SearchContext,
  knowledgeBase: KnowledgeBase,
  words: string,
): Promise<GuideTitle[]> {
  if (words === '') return [];
  const query = createAnalyzer(knowledgeBase.language).query(words);
  const { ids } = await guideSearch.page({ tenant: knowledgeBase, query, offset: 0, limit: MAX_SIMILAR });
  return listGuideTitles(database, knowledgeBase, ids);
}

function linkGuides({ base, languageOf }: Site, guides: readonly GuideTitle[]): Suggestion[] {
  return guides.map(({ slug, title, shown_from }) => ({
    path: `${base}/guides/${slug}`,
    name: title,
    attributes: languageOf(shown_from),
  }));
}

function wordsOf(path: string): string {
  const [, step = ''] = /([^/]*)\/?$/.exec(path) ?? [];
  return decode(step)
    .replace(ENDING, '')
    .replace(NUMBER, '')
    .slice(0, MAX_WORDS_LENGTH)
    .toWellFormed()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return '';
  }
}
