import { createSearchPage } from '@guidepost/pages';
import { createAnalyzer } from '@guidepost/search';
import type { Context } from '../../context.ts';
import { readFoundGuides } from '../../search/found-guides.ts';
import type { PageKind } from '../page.ts';
import { listSuggestions } from '../suggestions.ts';

export function searchPage({ database, guideSearch }: Pick<Context, 'database' | 'guideSearch'>): PageKind {
  return createSearchPage({
    async find({ site: { knowledgeBase }, query: text, ...stretch }) {
      const query = createAnalyzer(knowledgeBase.language).query(text);
      const result = await guideSearch.page({ tenant: knowledgeBase, query, ...stretch });
      const { ids, total, corrections } = result;
      const found = await readFoundGuides(database, { knowledgeBase, query, result });
      // Stale search results do not count.
      const meant = corrections.map((correction) => correction.meant);
      return { total: total - (ids.length - found.length), corrections: meant, found };
    },
    suggest: (site) => listSuggestions(database, site),
  });
}
