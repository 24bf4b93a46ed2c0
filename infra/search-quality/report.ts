import type { Answer } from './compare.ts';

const NAMES: Record<string, string> = { en: 'English', sv: 'Swedish', de: 'German', fr: 'French' };

/** The mean NDCG@10 of each contender by language and over all, and how often it finds nothing: a table in Markdown. */
export function describeComparison(answers: readonly Answer[]): string {
  const languages = [...new Set(answers.map(({ language }) => language))];
  const titles = languages.map((language) => NAMES[language] ?? language);
  const counts = languages.map((language) => queriesOf(answers.filter((one) => one.language === language)));
  const rows = [...Map.groupBy(answers, ({ contender }) => contender)].map(([name, own]) => [
    name,
    ...languages.map((language) => mean(own.filter((one) => one.language === language))),
    `**${mean(own)}**`,
    String(own.filter(({ found }) => found.length === 0).length),
  ]);
  return table([
    ['mean NDCG@10', ...titles, 'all', 'nothing found'],
    ['queries', ...counts.map(String), String(queriesOf(answers)), ''],
    ...rows,
  ]);
}

/** Each query that one contender answers badly, the worst first. */
export function describeWorst(answers: readonly Answer[], contender: string, below: number): string {
  return answers
    .filter((answer) => answer.contender === contender && answer.ndcg < below)
    .sort((a, b) => a.ndcg - b.ndcg)
    .map(
      ({ judged, ndcg, found }) =>
        `${ndcg.toFixed(2)}  ${judged.corpus}  ${judged.query}  → ${found.join(' ')}`,
    )
    .join('\n');
}

function queriesOf(answers: readonly Answer[]): number {
  return new Set(answers.map(({ judged }) => judged)).size;
}

function mean(answers: readonly Answer[]): string {
  return (answers.reduce((sum, { ndcg }) => sum + ndcg, 0) / Math.max(answers.length, 1)).toFixed(3);
}

function table([head = [], ...rows]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(line).join('\n');
}
