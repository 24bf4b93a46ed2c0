import { readFileSync } from 'node:fs';
import type { SearchTenant } from '@guidepost/search';
import type { Contender } from './contenders.ts';

/** Relevance of documents: 3 is ideal, 2 good, 1 helpful; others are irrelevant. */
type Grades = ReadonlyMap<string, number>;

export interface JudgedQuery {
  corpus: string;
  query: string;
  grades: Grades;
}

export interface Corpus {
  name: string;
  tenant: SearchTenant;
  slugs: ReadonlyMap<number, string>;
}

export interface Answer {
  contender: string;
  judged: JudgedQuery;
  language: string;
  found: string[];
  ndcg: number;
}

export function readLines(file: URL): string[][] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
}

/** Reads lines of `corpus ⇥ query ⇥ slug:grade slug:grade …`. */
export function readJudgedQueries(file: URL): JudgedQuery[] {
  return readLines(file).map(([corpus = '', query = '', judgements = '']) => {
    const grades = judgements.split(' ').map((judgement): [string, number] => {
      const [, slug, grade] = /^([^\s:]+):([123])$/.exec(judgement) ?? [];
      if (!slug) throw new Error(`${corpus}, "${query}": ${judgement} is not a judgement.`);
      return [slug, Number(grade)];
    });
    return { corpus, query, grades: new Map(grades) };
  });
}

export async function judge(
  contenders: readonly Contender[],
  corpora: readonly Corpus[],
  queries: readonly JudgedQuery[],
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const judged of queries) {
    const { tenant, slugs } = requireCorpus(judged, corpora);
    for (const { name, find } of contenders) {
      const ids = await find(tenant, judged.query);
      const found = ids.map((id) => slugs.get(id) ?? String(id));
      const { language } = tenant;
      answers.push({ contender: name, judged, language, found, ndcg: ndcg(found, judged.grades) });
    }
  }
  return answers;
}

/** Detects misspelt slugs, which would count against every contender. */
function requireCorpus({ corpus, query, grades }: JudgedQuery, corpora: readonly Corpus[]): Corpus {
  const found = corpora.find(({ name }) => name === corpus);
  const known = new Set(found?.slugs.values());
  const unknown = [...grades.keys()].filter((slug) => !known.has(slug));
  if (!found || unknown.length > 0)
    throw new Error(`${corpus}, "${query}": there is no ${unknown.join(', ')}`);
  return found;
}

const RANKS = 10;

/**
 * Normalized discounted cumulative gain of the first ten results (Järvelin and Kekäläinen, 2002; gains of 2^grade − 1
 * as Burges et al., 2005): 1 for the best order, 0 without relevant results.
 * @param found keys of documents, best first
 * @throws RangeError without relevant documents
 */
export function ndcg(found: readonly string[], grades: Grades): number {
  const ideal = gain([...grades.values()].sort((a, b) => b - a));
  if (ideal === 0) throw new RangeError('There is no relevant document.');
  return gain([...new Set(found)].map((key) => grades.get(key) ?? 0)) / ideal;
}

function gain(grades: readonly number[]): number {
  return grades
    .slice(0, RANKS)
    .reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

export function meanNdcg(answers: readonly Answer[]): number {
  return answers.reduce((sum, answer) => sum + answer.ndcg, 0) / Math.max(answers.length, 1);
}

/** The share of answers without any result. */
export function shareOfNothing(answers: readonly Answer[]): number {
  return share(answers, ({ found }) => found.length === 0);
}

const SEEN_AT_ONCE = 5;

/** The share of answers with a helpful guide among the first five, which readers see without scrolling. */
export function shareOfHelped(answers: readonly Answer[]): number {
  return share(answers, ({ found, judged: { grades } }) =>
    found.slice(0, SEEN_AT_ONCE).some((key) => (grades.get(key) ?? 0) > 0),
  );
}

function share(answers: readonly Answer[], condition: (answer: Answer) => boolean): number {
  return answers.filter(condition).length / Math.max(answers.length, 1);
}
