import { createSearchPage } from '@guidepost/pages';
import { correctedQuery, createAnalyzer } from '@guidepost/search';
import type { Context } from '../../context.ts';
import { readFoundGuides } from '../../search/found-guides.ts';
import type { PageKind } from '../page.ts';
import { listSuggestions } from '../suggestions.ts';

export function searchPage({ database, guideSearch }: Pick<Context, 'database' | 'guideSearch'>): PageKind {
  return createSearchPage({
    async find({ site: { knowledgeBase }, query: text, ...stretch }) {
      const query = createAnalyzer(knowledgeBase.language).query(text);
      const result = await guideSearch.page({ tenant: knowledgeBase, query, ...stretch });
      const { ids, total } = result;
      const found = await readFoundGuides(database, { knowledgeBase, query, result });
      // Stale search results do not count.
      return {
        total: total - (ids.length - found.length),
        correctedQuery: correctedQuery(text, result.corrections),
        found,
      };
    },
    suggest: (site) => listSuggestions(database, site),
  });
}
