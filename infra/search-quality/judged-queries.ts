import { readFileSync } from 'node:fs';
import type { Grades } from './ndcg.ts';

/** What a reader types and what helps. */
export interface JudgedQuery {
  /** Which texts are searched, such as `gnome-sv`. */
  corpus: string;
  query: string;
  /** By slug. */
  grades: Grades;
}

const JUDGEMENT = /^([^\s:]+):([123])$/;

/**
 * Reads lines of `corpus ⇥ query ⇥ slug:grade slug:grade …`; empty ones and those that begin with `#` say nothing.
 *
 * @throws with the line's number when one is not like that
 */
export function readJudgedQueries(file: URL): JudgedQuery[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line === '' || line.startsWith('#') ? [] : [readLine(line, index + 1)]));
}

function readLine(line: string, number: number): JudgedQuery {
  const [corpus, query, judgements, ...rest] = line.split('\t');
  if (!corpus || !query || !judgements || rest.length > 0) throw new Error(`line ${number}: ${line}`);
  const grades = new Map<string, number>();
  for (const judgement of judgements.split(' ')) {
    const [, slug, grade] = JUDGEMENT.exec(judgement) ?? [];
    if (!slug || grades.has(slug)) throw new Error(`line ${number}: ${judgement}`);
    grades.set(slug, Number(grade));
  }
  return { corpus, query, grades };
}
