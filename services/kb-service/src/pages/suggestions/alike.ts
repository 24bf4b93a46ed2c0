import type { Suggestion } from '@guidepost/pages';
import { preparedStatement } from '@guidepost/postgres';
import type { Context } from '../../context.ts';
import type { NamedGuide } from '../../votes/most-helpful.ts';
import type { Site } from '../site.ts';
import { linkGuides } from './suggestions.ts';

const MOST = 5;

/** The words of an address are searched for; nobody types a longer one. */
const LONGEST = 200;

const listTitles = preparedStatement(new URL('../../guides/sql/list-titles.sql', import.meta.url));

/** The guides that are found by the words of an address that leads nowhere: `/guides/reset-pasword`. */
export async function listAlike(
  { database, guideSearch }: Pick<Context, 'database' | 'guideSearch'>,
  site: Site,
  path: string,
): Promise<Suggestion[]> {
  const query = wordsOf(path);
  if (query === '') return [];
  const { knowledgeBase } = site;
  const { ids } = await guideSearch.page({ tenant: knowledgeBase, query, offset: 0, limit: MOST });
  return linkGuides(site, await database.any<NamedGuide>(listTitles([knowledgeBase.id, ids])));
}

/** Of the files that a site was made of before: `/help/refunds.html`. */
const ENDING = /\.[a-z]{2,5}$/i;

/** What stands in the last step of a path. */
function wordsOf(path: string): string {
  const [, step = ''] = /([^/]*)\/?$/.exec(path) ?? [];
  return decode(step)
    .replace(ENDING, '')
    .slice(0, LONGEST)
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
