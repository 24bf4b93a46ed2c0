import { type DeskPhrasing, fill } from '@guidepost/i18n';
import type { StepOfTime } from '../insights/days.ts';

/** The values of a day, a week or a month in a chart. */
interface ChartedStep {
  label: string;
  above: number;
  /** Drawn downwards. */
  below?: number | undefined;
}

interface Bar {
  kind: 'above' | 'below';
  x: number;
  y: number;
  height: number;
  label: string;
  value: number;
}

interface BarChart {
  width: number;
  /** The height of the line from which bars rise and fall. */
  baseline: number;
  bars: Bar[];
  highest: number;
  lowest: number;
}

/** All in units of the drawing, which is stretched to the room that it has. */
const CHART_HEIGHT = 100;

const BAR_WIDTH = 8;

const STEP_WIDTH = 10;

const LEAST_HEIGHT = 1.5;

/** A charted column of the rows, with its name for people. */
export interface Series<Row> {
  name: string;
  of: (row: Row) => number;
}

export interface ChartOptions<Row> {
  title: string;
  above: Series<Row>;
  /** Drawn downwards. */
  below?: Series<Row>;
  /** The figure for the whole period; by default the sum. */
  total?: string;
  /** Shows a value; as a number by default. */
  format?: (value: number) => string;
}

export interface ShownChart extends BarChart {
  title: string;
  name: string;
  below?: string;
  total: string;
  totalBelow: string;
  format: (value: number) => string;
  /** For those who don't see it. */
  summary: string;
}

export interface ShownTimeline<Row> {
  rows: (Row & { label: string })[];
  first: string;
  last: string;
  /** The heading of the column of labels. */
  heading: string;
  charts: ShownChart[];
}

/** Charts of a period, to show with `@chart`, and the rows of the table that holds the same. */
export function showTimeline<Row extends { day: string }>(
  steps: readonly Row[],
  { words, language }: DeskPhrasing,
  { step, charts }: { step: StepOfTime; charts: readonly ChartOptions<Row>[] },
): ShownTimeline<Row> {
  const labelOf = createLabels(language, step);
  const numbers = new Intl.NumberFormat(language);
  const rows = steps.map((row) => ({ ...row, label: labelOf(row.day) }));
  const [first = '', last = ''] = [rows[0]?.label, rows.at(-1)?.label];
  const sumOf = ({ of }: Series<Row>) => numbers.format(rows.reduce((total, row) => total + of(row), 0));

  function show({ title, above, below, format = numbers.format, ...chart }: ChartOptions<Row>): ShownChart {
    const total = chart.total ?? sumOf(above);
    const totalBelow = below ? sumOf(below) : '';
    const totals = below ? `${total}; ${below.name}: ${totalBelow}` : total;
    const bars = rows.map((row) => ({ label: row.label, above: above.of(row), below: below?.of(row) }));
    return {
      ...barChart(bars),
      title,
      name: above.name,
      ...(below && { below: below.name }),
      total,
      totalBelow,
      format,
      summary: fill(words.chart, { name: above.name, from: first, to: last, total: totals }),
    };
  }

  return { rows, first, last, heading: words[step], charts: charts.map(show) };
}

function createLabels(language: string, step: StepOfTime): (day: string) => string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...(step !== 'month' && { day: 'numeric' }),
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (day) => format.format(new Date(day));
}

function barChart(steps: readonly ChartedStep[]): BarChart {
  const highest = Math.max(0, ...steps.map(({ above }) => above));
  const lowest = Math.max(0, ...steps.map(({ below = 0 }) => below));
  const unit = CHART_HEIGHT / Math.max(1, highest + lowest);
  const baseline = highest + lowest === 0 ? CHART_HEIGHT : highest * unit;
  const heightOf = (value: number) => Math.max(LEAST_HEIGHT, value * unit);
  const bars = steps.flatMap(({ label, above, below = 0 }, index) => {
    const x = index * STEP_WIDTH + (STEP_WIDTH - BAR_WIDTH) / 2;
    const [up, down] = [heightOf(above), heightOf(below)];
    const bar = { x, label };
    return [
      ...(above > 0
        ? [{ ...bar, kind: 'above' as const, y: rounded(baseline - up), height: rounded(up), value: above }]
        : []),
      ...(below > 0
        ? [{ ...bar, kind: 'below' as const, y: rounded(baseline), height: rounded(down), value: below }]
        : []),
    ];
  });
  return { width: steps.length * STEP_WIDTH, baseline: rounded(baseline), bars, highest, lowest };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
