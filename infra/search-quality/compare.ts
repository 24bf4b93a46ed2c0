import { createAnalyzer, type SearchIndex, type SearchTenant } from '@guidepost/search';
import type { JudgedQuery } from './judged-queries.ts';
import { ndcg } from './ndcg.ts';

/** One of the ways to search that are compared. */
export interface Contender {
  name: string;
  index: SearchIndex;
}

/** Texts that every contender holds. */
export interface SearchedCorpus {
  name: string;
  tenant: SearchTenant;
  /** What judgements call a document. */
  slugs: ReadonlyMap<number, string>;
}

/** How one contender answered one query. */
export interface Answer {
  contender: string;
  judged: JudgedQuery;
  language: string;
  /** Slugs of the first ten. */
  found: string[];
  ndcg: number;
}

const LOOKED_AT = 10;

/** Asks every contender every query. */
export async function compare(
  contenders: readonly Contender[],
  corpora: readonly SearchedCorpus[],
  queries: readonly JudgedQuery[],
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const judged of queries) {
    const corpus = corpora.find(({ name }) => name === judged.corpus);
    if (!corpus) throw new Error(`There is no corpus ${judged.corpus}.`);
    checkSlugs(judged, corpus);
    for (const contender of contenders) answers.push(await ask(contender, corpus, judged));
  }
  return answers;
}

async function ask({ name, index }: Contender, corpus: SearchedCorpus, judged: JudgedQuery): Promise<Answer> {
  const { tenant, slugs } = corpus;
  const query = createAnalyzer(tenant.language).query(judged.query);
  const { ids } = await index.search({ tenant, query, offset: 0, limit: LOOKED_AT });
  const found = ids.map((id) => slugs.get(id) ?? String(id));
  return {
    contender: name,
    judged,
    language: tenant.language,
    found,
    ndcg: ndcg(found, judged.grades),
  };
}

/** A slug that is misspelt would count against everybody and never be noticed. */
function checkSlugs({ query, grades }: JudgedQuery, { name, slugs }: SearchedCorpus): void {
  const known = new Set(slugs.values());
  const unknown = [...grades.keys()].filter((slug) => !known.has(slug));
  if (unknown.length > 0) throw new Error(`${name}, "${query}": there is no ${unknown.join(', ')}`);
}
