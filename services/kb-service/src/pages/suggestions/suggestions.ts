import type { Suggestion } from '@guidepost/pages';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import { listMostHelpful, type NamedGuide } from '../../votes/most-helpful.ts';
import type { Site } from '../site.ts';

const listTopCategories = preparedStatement(
  new URL('../../categories/sql/list-top-categories.sql', import.meta.url),
);

/** For who has found nothing: the guides that helped others best or, before anybody has voted, the top categories. */
export async function listSuggestions(executor: Executor, site: Site): Promise<Suggestion[]> {
  const { base, knowledgeBase } = site;
  const helpful = await listMostHelpful(executor, knowledgeBase.id);
  if (helpful.length > 0) return linkGuides(site, helpful);
  const categories = await executor.any<{ slug: string; name: string }>(
    listTopCategories([knowledgeBase.id]),
  );
  return categories.map(({ slug, name }) => ({ path: `${base}/categories/${slug}`, name }));
}

export function linkGuides({ base }: Site, guides: readonly NamedGuide[]): Suggestion[] {
  return guides.map(({ slug, title }) => ({ path: `${base}/guides/${slug}`, name: title }));
}
