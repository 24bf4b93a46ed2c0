import { createDeskPhrasings } from '@guidepost/i18n';
import { describe, expect, it } from '@jest/globals';
import { describeChange, showComparison, showTimeline } from './timeline.ts';

const phrasing = createDeskPhrasings(({ desk }) => desk.guides)('en');

interface Counted {
  day: string;
  yes: number;
  no: number;
}

/** A chart of days from 1 November on. */
function chartOf(values: [yes: number, no: number][], before?: { above: number; below: number }) {
  const steps = values.map(([yes, no], index): Counted => ({ day: `2026-11-0${index + 1}`, yes, no }));
  const { charts } = showTimeline(steps, phrasing, {
    step: 'day',
    charts: [
      {
        title: 'Votes',
        above: { name: 'Yes', of: ({ yes }) => yes },
        below: { name: 'No', of: ({ no }) => no },
        before,
      },
    ],
  });
  const [chart] = charts;
  if (!chart) throw new Error('There is no chart.');
  return chart;
}

describe('a chart with two sides', () => {
  it('has a line at zero, from which bars rise and fall, with the highest value of each side', () => {
    const { baseline, scale, bars } = chartOf([
      [30, 10],
      [0, 5],
    ]);
    expect(baseline).toBe(75);
    expect(scale).toEqual([
      { y: 0, value: 30, edge: 'hanging' },
      { y: 75, value: 0, edge: 'central' },
      { y: 100, value: 10, edge: 'text-after-edge' },
    ]);
    expect(bars.map(({ kind, y, height }) => [kind, y, height])).toEqual([
      ['above', 0, 75],
      ['below', 75, 25],
      ['below', 75, 12.5],
    ]);
  });

  it.each<[title: string, values: [number, number][], scale: [y: number, value: number][]]>([
    [
      'keeps room for the label of a small side',
      [[1_000, 1]],
      [
        [0, 1_000],
        [79.98, 0],
        [100, 1],
      ],
    ],
    [
      'with values on one side has no label for the other',
      [[5, 0]],
      [
        [0, 5],
        [100, 0],
      ],
    ],
    [
      'that only fall',
      [[0, 5]],
      [
        [0, 0],
        [100, 5],
      ],
    ],
    ['without values has a line at the bottom', [[0, 0]], [[100, 0]]],
  ])('%s', (_, values, scale) => {
    expect(chartOf(values).scale.map(({ y, value }) => [y, value])).toEqual(scale);
  });

  it('says for those who do not see it what it shows, and how that has changed', () => {
    const { summary, change, changeBelow } = chartOf([[30, 10]], { above: 20, below: 40 });
    expect([change, changeBelow]).toEqual(['+50%, up from 20', '-75%, down from 40']);
    expect(summary).toBe('Yes, 1 Nov 2026 to 1 Nov 2026: 30 (+50%, up from 20); No: 10 (-75%, down from 40)');
    expect(chartOf([[30, 10]]).summary).toMatch(/: 30; No: 10$/);
  });
});

describe('a change', () => {
  it.each<[now: number | null, before: number | null | undefined, said: string | undefined]>([
    [10, 8, '+25%, up from 8'],
    [8, 10, '-20%, down from 10'],
    [1_001, 1_000, '+1, up from 1000'],
    [999, 1_000, '−1, down from 1000'],
    [0, 10, '-100%, down from 10'],
    [3, 0, '+3, up from 0'],
    [4, 4, 'same as before'],
    [0, 0, undefined],
    [null, 4, undefined],
    [4, null, undefined],
    [4, undefined, undefined],
  ])('from %s to %s', (now, before, said) => {
    expect(describeChange(now, before, { phrasing, format: String })).toBe(said);
  });

  it('is said with the days that it compares with', () => {
    const days = { from: '2026-10-01', to: '2026-10-31' };
    expect(showComparison(days, phrasing)).toBe(
      'Changes compare with the time before: 1 Oct 2026 to 31 Oct 2026.',
    );
  });
});
