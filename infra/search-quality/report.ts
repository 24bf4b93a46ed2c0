import { type Answer, meanNdcg, shareOfHelped, shareOfNothing } from './judge.ts';

const LANGUAGES: Record<string, string> = { en: 'English', sv: 'Swedish', de: 'German', fr: 'French' };

const HEADINGS = [
  'mean NDCG@10',
  ...Object.values(LANGUAGES),
  'all questions',
  'keywords',
  'questions that find nothing',
  'helped by the first five',
];

interface Measured {
  questions: readonly Answer[];
  keywords: readonly Answer[];
}

/** The table of docs/search.md: a row for each contender. */
export function describeAnswers({ questions, keywords }: Measured): string {
  const rows = [...Map.groupBy(questions, ({ contender }) => contender)].map(([contender, own]) => [
    contender,
    ...byLanguage(own, mean),
    `**${mean(own)}**`,
    mean(keywords.filter((answer) => answer.contender === contender)),
    percent(shareOfNothing(own)),
    percent(shareOfHelped(own)),
  ]);
  return [
    HEADINGS,
    HEADINGS.map((_, index) => (index === 0 ? '---' : '---:')),
    ['judged', ...byLanguage(questions, count), count(questions), count(keywords), '', ''],
    ...rows,
  ]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

function byLanguage(answers: readonly Answer[], cell: (some: readonly Answer[]) => string): string[] {
  return Object.keys(LANGUAGES).map((code) => cell(answers.filter(({ language }) => language === code)));
}

function mean(answers: readonly Answer[]): string {
  return meanNdcg(answers).toFixed(3);
}

function count(answers: readonly Answer[]): string {
  return String(new Set(answers.map(({ judged }) => judged)).size);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
