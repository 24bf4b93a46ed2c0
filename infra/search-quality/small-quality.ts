import type { Contender } from './contenders.ts';
import { judge, meanNdcg, readJudgedQueries, readLines } from './judge.ts';

const TEXTS = Map.groupBy(
  readLines(new URL('./small-texts.tsv', import.meta.url)),
  ([language = '']) => language,
);
const QUERIES = readJudgedQueries(new URL('./small-judged-queries.tsv', import.meta.url));

const CORPORA = [...TEXTS].map(([language, texts], index) => ({
  name: language,
  tenant: { id: index + 1, language },
  slugs: new Map(texts.map(([, slug = ''], id) => [id, slug])),
}));

export async function measureSmall(contender: Contender): Promise<number> {
  for (const { tenant } of CORPORA) {
    const texts = TEXTS.get(tenant.language) ?? [];
    const documents = texts.map(([, , ...fields], id) => ({ id, fields, facets: {} }));
    await contender.put(tenant, documents);
  }
  return meanNdcg(await judge([contender], CORPORA, QUERIES));
}
