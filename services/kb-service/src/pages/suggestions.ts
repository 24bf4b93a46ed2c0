import type { Suggestion } from '@guidepost/pages';
import type { Executor } from '@guidepost/postgres';
import { createAnalyzer } from '@guidepost/search';
import { listTopCategories } from '../categories/categories.ts';
import type { Context } from '../context.ts';
import { type GuideTitle, listGuideTitles } from '../guides/guide-titles.ts';
import { listMostHelpful } from '../votes/votes.ts';
import type { Site } from './site.ts';

/** How many guides are suggested that are like what was asked for. */
const MOST_ALIKE = 5;

/** The words of an address are searched for; people type no longer ones. */
const LONGEST_WORDS = 200;

/** Of the files that a site was made of before: `/help/refunds.html`. */
const ENDING = /\.[a-z]{2,5}$/i;

/** For readers who found nothing: the guides that helped others best or, before the first vote, the top categories. */
export async function listSuggestions(executor: Executor, site: Site): Promise<Suggestion[]> {
  const { base, knowledgeBase } = site;
  const helpful = await listMostHelpful(executor, knowledgeBase.id);
  if (helpful.length > 0) return linkGuides(site, helpful);
  const categories = await listTopCategories(executor, knowledgeBase.id);
  return categories.map(({ slug, name }) => ({ path: `${base}/categories/${slug}`, name }));
}

/** The guides that are found by the words of an address that leads nowhere: `/guides/reset-pasword`. */
export async function listAlike(
  { database, guideSearch }: Pick<Context, 'database' | 'guideSearch'>,
  site: Site,
  path: string,
): Promise<Suggestion[]> {
  const words = wordsOf(path);
  if (words === '') return [];
  const { knowledgeBase } = site;
  const query = createAnalyzer(knowledgeBase.language).query(words);
  const { ids } = await guideSearch.page({ tenant: knowledgeBase, query, offset: 0, limit: MOST_ALIKE });
  return linkGuides(site, await listGuideTitles(database, knowledgeBase.id, ids));
}

function linkGuides({ base }: Site, guides: readonly GuideTitle[]): Suggestion[] {
  return guides.map(({ slug, title }) => ({ path: `${base}/guides/${slug}`, name: title }));
}

/** What stands in the last step of a path. */
function wordsOf(path: string): string {
  const [, step = ''] = /([^/]*)\/?$/.exec(path) ?? [];
  return decode(step)
    .replace(ENDING, '')
    .slice(0, LONGEST_WORDS)
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
