import type { SearchIndex } from '@guidepost/search';
import { compare, type SearchedCorpus } from './compare.ts';
import { readJudgedQueries } from './judged-queries.ts';
import { SMALL_TEXTS } from './small-texts.ts';

const QUERIES = readJudgedQueries(new URL('./small-judged-queries.tsv', import.meta.url));

const CORPORA: readonly SearchedCorpus[] = Object.entries(SMALL_TEXTS).map(([language, texts], index) => ({
  name: language,
  tenant: { id: index + 1, language },
  slugs: new Map(texts.map(({ slug }, id) => [id, slug])),
}));

/** The mean NDCG@10 of a way to search over a few judged queries of a few texts. */
export async function measureSmall(index: SearchIndex): Promise<number> {
  await index.prepare();
  for (const { tenant } of CORPORA) {
    const texts = SMALL_TEXTS[tenant.language] ?? [];
    const documents = texts.map(({ title, headings, text }, id) => ({
      id,
      fields: [title, headings, text],
      facets: {},
    }));
    await index.put(tenant, documents);
  }
  const answers = await compare([{ name: 'one', index }], CORPORA, QUERIES);
  return answers.reduce((sum, { ndcg }) => sum + ndcg, 0) / answers.length;
}
