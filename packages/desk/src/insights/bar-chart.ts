/** What a chart shows for a day, a week or a month. */
export interface ChartedStep {
  label: string;
  above: number;
  /** Drawn downwards. */
  below?: number | undefined;
}

export interface Bar {
  kind: 'above' | 'below';
  x: number;
  y: number;
  height: number;
  label: string;
  value: number;
}

export interface BarChart {
  width: number;
  /** Of the line from which bars rise and fall. */
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

export function barChart(steps: readonly ChartedStep[]): BarChart {
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
