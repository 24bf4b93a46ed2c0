import { type DeskPhrasing, fill } from '@guidepost/i18n';
import type { Days, StepOfTime } from '../insights/days.ts';

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

/** A value beside the chart, at its height; a side of the drawing that it must not cross. */
interface Label {
  y: number;
  value: number;
  edge: 'hanging' | 'central' | 'text-after-edge';
}

interface BarChart {
  width: number;
  /** The height of the line from which bars rise and fall. */
  baseline: number;
  bars: Bar[];
  /** The highest value of each side, and zero. */
  scale: Label[];
}

/** All in units of the drawing, which is stretched to the room that it has. */
const CHART_HEIGHT = 100;

const BAR_WIDTH = 8;

const STEP_WIDTH = 10;

const LEAST_HEIGHT = 1.5;

/** Less would be rounded to nothing. */
const LEAST_PERCENT = 0.005;

/** The least height of a side that has bars, so that its label does not cover the zero in text of twice the size. */
const LEAST_SIDE = 25;

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
  /** The figure for the whole period, or null for none; by default the sum. */
  total?: number | null;
  /** The figures for the time before; missing where it was not counted. */
  before?: Before | undefined;
  /** Shows a value; as a number by default. */
  format?: (value: number | null) => string;
}

interface Before {
  above: number | null;
  below?: number;
}

export interface ShownChart extends BarChart {
  title: string;
  name: string;
  below?: string;
  total: string;
  totalBelow: string;
  /** Since the time before: `+12%, up from 90`; undefined where nothing can be compared. */
  change?: string | undefined;
  changeBelow?: string | undefined;
  format: (value: number | null) => string;
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
  phrasing: DeskPhrasing,
  { step, charts }: { step: StepOfTime; charts: readonly ChartOptions<Row>[] },
): ShownTimeline<Row> {
  const { words, language } = phrasing;
  const labelOf = createLabels(language, step);
  const numbers = new Intl.NumberFormat(language);
  const rows = steps.map((row) => ({ ...row, label: labelOf(row.day) }));
  const [first = '', last = ''] = [rows[0]?.label, rows.at(-1)?.label];
  const sumOf = ({ of }: Series<Row>) => rows.reduce((total, row) => total + of(row), 0);

  function show({ title, above, below, before, ...chart }: ChartOptions<Row>): ShownChart {
    const { total = sumOf(above), format = (value) => numbers.format(value ?? 0) } = chart;
    const figure = (now: number | null, was: number | null | undefined) => ({
      said: format(now),
      change: describeChange(now, was, { phrasing, format }),
    });
    const ofAbove = figure(total, before?.above);
    const ofBelow = below && figure(sumOf(below), before?.below);
    const whole = ({ said, change }: typeof ofAbove) => (change ? `${said} (${change})` : said);
    const totals = whole(ofAbove) + (below && ofBelow ? `; ${below.name}: ${whole(ofBelow)}` : '');
    const bars = rows.map((row) => ({ label: row.label, above: above.of(row), below: below?.of(row) }));
    return {
      ...barChart(bars),
      title,
      name: above.name,
      ...(below && { below: below.name }),
      total: ofAbove.said,
      totalBelow: ofBelow?.said ?? '',
      change: ofAbove.change,
      changeBelow: ofBelow?.change,
      format,
      summary: fill(words.chart, { name: above.name, from: first, to: last, total: totals }),
    };
  }

  return { rows, first, last, heading: words[step], charts: charts.map(show) };
}

/**
 * How a figure has changed, with a sign and in words: in percent, or as a number if there was nothing before or the
 * change is small. Undefined if one of them is unknown, and if both are nothing.
 */
export function describeChange(
  now: number | null,
  before: number | null | undefined,
  { phrasing: { words, language }, format }: { phrasing: DeskPhrasing } & Formatted,
): string | undefined {
  if (now === null || before === null || before === undefined) return undefined;
  if (now === 0 && before === 0) return undefined;
  if (now === before) return words.changeNone;
  const share = now / before - 1;
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    signDisplay: 'always',
    maximumFractionDigits: 0,
  });
  const isPercent = before !== 0 && Math.abs(share) >= LEAST_PERCENT;
  const sign = now > before ? '+' : '−';
  const change = isPercent ? percent.format(share) : sign + format(Math.abs(now - before));
  return fill(now > before ? words.changeUp : words.changeDown, { change, before: format(before) });
}

interface Formatted {
  format: (value: number | null) => string;
}

/** Says with which days figures are compared. */
export function showComparison(days: Days, { words, language }: DeskPhrasing): string {
  const labelOf = createLabels(language, 'day');
  return fill(words.compared, { from: labelOf(days.from), to: labelOf(days.to) });
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
  const [above = 0, below = 0] = [highest, lowest].map((most) =>
    most === 0 ? 0 : Math.max(most, ((highest + lowest) * LEAST_SIDE) / CHART_HEIGHT),
  );
  const unit = above + below === 0 ? 0 : CHART_HEIGHT / (above + below);
  const baseline = above + below === 0 ? CHART_HEIGHT : rounded(above * unit);
  const heightOf = (value: number) => Math.max(LEAST_HEIGHT, value * unit);
  const bars = steps.flatMap((step, index): Bar[] => {
    const bar = { x: index * STEP_WIDTH + (STEP_WIDTH - BAR_WIDTH) / 2, label: step.label };
    const rise = { value: step.above, height: rounded(heightOf(step.above)) };
    const fall = { value: step.below ?? 0, height: rounded(heightOf(step.below ?? 0)) };
    return [
      ...(rise.value > 0
        ? [{ ...bar, kind: 'above' as const, y: rounded(baseline - rise.height), ...rise }]
        : []),
      ...(fall.value > 0 ? [{ ...bar, kind: 'below' as const, y: baseline, ...fall }] : []),
    ];
  });
  return { width: steps.length * STEP_WIDTH, baseline, bars, scale: labelsOf({ highest, lowest, baseline }) };
}

function labelsOf({ highest, lowest, baseline }: Record<'highest' | 'lowest' | 'baseline', number>): Label[] {
  const edge = baseline === 0 ? 'hanging' : baseline === CHART_HEIGHT ? 'text-after-edge' : 'central';
  return [
    ...(highest > 0 ? [{ y: 0, value: highest, edge: 'hanging' as const }] : []),
    { y: baseline, value: 0, edge },
    ...(lowest > 0 ? [{ y: CHART_HEIGHT, value: lowest, edge: 'text-after-edge' as const }] : []),
  ];
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
