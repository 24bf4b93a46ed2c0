import { type DeskPhrasing, fill, type GuideDeskWords } from '@guidepost/i18n';
import type { Period } from '../../insights/days.ts';
import type { Step } from '../../insights/read-insights.ts';
import { type BarChart, barChart } from './bar-chart.ts';

export interface ShownChart extends BarChart {
  name: string;
  below?: string;
  total: number;
  totalBelow: number;
  /** For those who don't see it. */
  summary: string;
}

/** Charts of views, searches and votes, and the table that holds the same. */
export function showTimeline(
  steps: readonly Step[],
  phrasing: DeskPhrasing<GuideDeskWords>,
  step: Period['step'],
) {
  const { words, language } = phrasing;
  const labelOf = createLabels(language, step);
  const numbers = new Intl.NumberFormat(language);
  const rows = steps.map((row) => ({ ...row, label: labelOf(row.day) }));
  const [first = '', last = ''] = [rows[0]?.label, rows.at(-1)?.label];

  function chart(name: string, above: keyof Step, below?: { name: string; of: keyof Step }): ShownChart {
    const sum = (of: keyof Step) => rows.reduce((total, row) => total + Number(row[of]), 0);
    const total = sum(above);
    const totalBelow = below ? sum(below.of) : 0;
    const totals = below
      ? `${numbers.format(total)}; ${below.name}: ${numbers.format(totalBelow)}`
      : numbers.format(total);
    return {
      ...barChart(
        rows.map((row) => ({
          label: row.label,
          above: Number(row[above]),
          below: below && Number(row[below.of]),
        })),
      ),
      name,
      ...(below && { below: below.name }),
      total,
      totalBelow,
      summary: fill(words.chart, { name, from: first, to: last, total: totals }),
    };
  }

  return {
    rows,
    first,
    last,
    heading: step === 'day' ? words.day : words.month,
    charts: [
      { title: words.views, ...chart(words.views, 'views') },
      {
        title: words.searches,
        ...chart(words.searches, 'searches', { name: words.withoutResults, of: 'not_found' }),
      },
      { title: words.votes, ...chart(words.yes, 'yes', { name: words.no, of: 'no' }) },
    ],
  };
}

function createLabels(language: string, step: Period['step']): (day: string) => string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...(step === 'day' && { day: 'numeric' }),
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (day) => format.format(new Date(day));
}
