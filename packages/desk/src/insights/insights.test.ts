import { describe, expect, it } from '@jest/globals';
import { createBatch, joinVisitors } from './batch.ts';
import { foldQuery } from './countable.ts';
import { daysBefore, isSummedUp, lastDays, stepsOf, sumOfDays } from './days.ts';
import { createFinishedSearches } from './finished-searches.ts';
import { csvOf } from './insight-tables.ts';

const NOON = Date.parse('2026-11-23T12:00:00Z');

describe('a query is folded', () => {
  it.each([
    [' How do I reset  my Password?! ', 'how do i reset my password'],
    ['ＦＵＬＬ　width', 'full width'],
    ['settings.json', 'settings.json'],
    ['C++ (and C#)', 'c++ and c#'],
    ['"it’s here" -- …', 'it’s here'],
    ['Återbetalning', 'återbetalning'],
    ['パスワード', 'パスワード'],
    ['0x80070057', '0x80070057'],
    ['version 10.15.7', 'version 10.15.7'],
    ['<script>alert(1)</script>', 'script alert 1 script'],
    ['a'.repeat(100), 'a'.repeat(100)],
  ])('%s', (query, words) => expect(foldQuery(query)).toBe(words));

  it.each([
    ['no words', '?! …'],
    ['a long text', 'a'.repeat(101)],
    ['an e-mail address', 'cancel maja@example.com please'],
    ['a telephone number', '+46 70-123 45 67'],
    ['a personal number', '19850312-1234'],
    ['a card number', '4111 1111 1111 1111'],
    ['a card number with other signs', '4111_1111_1111_1111'],
    ['a card number with apostrophes', '4111’1111’1111’1111'],
    ['a personal number of a person over a hundred', '850101+1234'],
    ['Arabic digits', '٠٧٠١٢٣٤٥٦٧'],
    ['an e-mail address with spaces', 'jane.doe @ example.com'],
  ])('or not counted: %s', (_, query) => expect(foldQuery(query)).toBeUndefined());
});

describe('the last days', () => {
  it.each([
    [1, undefined, '2026-11-23', 'day', 1],
    [30, undefined, '2026-10-25', 'day', 30],
    [90, undefined, '2026-08-26', 'day', 90],
    [90, 'week', '2026-08-24', 'week', 14],
    [365, 'week', '2025-11-24', 'week', 53],
    [92, undefined, '2026-08-24', 'day', 92],
    [93, undefined, '2026-08-01', 'month', 4],
    [365, undefined, '2025-11-01', 'month', 13],
    [30, 'month', '2026-10-01', 'month', 2],
  ] as const)('%d by %s', (days, chosen, from, step, steps) => {
    const period = lastDays(days, { ...(chosen && { step: chosen }), now: NOON });
    expect(period).toEqual({ from, to: '2026-11-23', step });
    expect(stepsOf(period)).toHaveLength(steps);
    expect(stepsOf(period)[0]).toBe(from);
  });

  it.each([
    ['week', '2026-11-22T23:00:00Z', '2026-11-16'],
    ['week', '2026-11-23T00:00:00Z', '2026-11-23'],
    ['month', '2026-12-01T00:00:00Z', '2026-12-01'],
  ] as const)('a %s with %s begins on %s', (step, now, from) =>
    expect(lastDays(1, { step, now: Date.parse(now) }).from).toBe(from),
  );
});

describe('the days before', () => {
  it.each([
    [7, '2026-11-10', '2026-11-16', false],
    [30, '2026-09-25', '2026-10-24', false],
    [90, '2026-05-28', '2026-08-25', true],
    // The months that are shown are compared with as many days.
    [365, '2024-10-09', '2025-10-31', true],
  ])('%d are as many', (length, from, to, isPartly) => {
    const days = daysBefore(lastDays(length, { now: NOON }));
    expect([days, isSummedUp(days, NOON)]).toEqual([{ from, to }, isPartly]);
  });

  it.each<[title: string, counts: [day: string, views: number][], total: number]>([
    [
      'count by themselves',
      [
        ['2026-08-25', 5],
        ['2026-08-01', 3],
      ],
      8,
    ],
    ['leave out what is later', [['2026-08-26', 5]], 0],
    ['take a whole month', [['2026-06-01', 300]], 300],
    ['take 4 of 31 days of May', [['2026-05-01', 310]], 40],
    ['take nothing of April', [['2026-04-01', 300]], 0],
  ])('%s', (_, counts, total) => {
    const days = daysBefore(lastDays(90, { now: NOON }));
    const rows = counts.map(([day, views]) => ({ day, views }));
    expect(sumOfDays(rows, { days, of: ({ views }) => views, now: NOON })).toBe(total);
  });
});

describe('a search that is typed letter by letter', () => {
  function typing() {
    const clock = { now: 0 };
    const finished: string[] = [];
    const searches = createFinishedSearches(
      ({ words }) => finished.push(words),
      () => clock.now,
    );
    const type = (words: string, { at, visitor = 'a' }: { at: number; visitor?: string }) => {
      clock.now = at;
      searches.add({ tenantId: 1, words, inVain: false, visitor });
    };
    return { clock, finished, searches, type };
  }

  it('is one search, the last', () => {
    const { clock, finished, searches, type } = typing();
    for (const [index, words] of ['r', 're', 'ref', 're', 'refund'].entries())
      type(words, { at: index * 900 });
    expect(finished).toEqual([]);
    clock.now = 9_000;
    searches.settle();
    expect(finished).toEqual(['refund']);
  });

  it('is another one for other words, after a pause, and for another visitor', () => {
    const { finished, searches, type } = typing();
    type('refund', { at: 0 });
    type('invoice', { at: 100 });
    type('invoice', { at: 100, visitor: 'b' });
    type('invoice pdf', { at: 6_000 });
    searches.settle(true);
    expect(finished).toEqual(['refund', 'invoice', 'invoice', 'invoice pdf']);
  });

  it('is remembered for a bounded number of visitors', () => {
    const { finished, type } = typing();
    for (let visitor = 0; visitor <= 10_000; visitor += 1)
      type('refund', { at: 0, visitor: String(visitor) });
    expect(finished).toHaveLength(10_000);
  });
});

describe('counts that wait to be written', () => {
  function batching() {
    const written: string[][] = [];
    let failure: Error | undefined;
    const batch = createBatch<{ words: string; visitors: Set<string> }>({
      most: 2,
      keyOf: ({ words }) => words,
      join: (sum, { visitors }) => joinVisitors(sum.visitors, visitors),
      async write(entries) {
        if (failure) throw failure;
        written.push(entries.map(({ words, visitors }) => `${words} ${[...visitors].join('')}`));
      },
    });
    const add = (words: string, ...visitors: string[]) => batch.add({ words, visitors: new Set(visitors) });
    const fail = (error: Error | undefined) => {
      failure = error;
    };
    return { written, add, flush: batch.flush, fail };
  }

  it('are bounded: a flood is not counted', async () => {
    const { written, add, flush } = batching();
    for (const visitor of '123456789') for (const words of ['a', 'b', 'c']) add(words, visitor);
    await flush();
    await flush();
    expect(written).toEqual([['a 123456', 'b 123456']]);
  });

  it('stay for the next time if they cannot be written, with what was added meanwhile', async () => {
    const { written, add, flush, fail } = batching();
    add('a', '1');
    fail(new Error('no database'));
    const failed = flush();
    add('b', '1');
    await expect(failed).rejects.toThrow('no database');
    add('a', '2');
    add('c', '1');
    fail(undefined);
    await flush();
    expect(written.map((entries) => entries.toSorted())).toEqual([['a 12', 'b 1']]);
  });
});

it('CSV opens as text in spreadsheets', () => {
  const rows = [
    { query: '=cmd|calc', at: new Date(0), n: 1 },
    { query: '@sum(1)\n"x",;å', at: new Date(0), n: 2 },
    { query: '-1+1', at: new Date(0), n: 3 },
    { query: 'a\n=HYPERLINK(1)', at: new Date(0), n: 4 },
    { query: 'a\r=1', at: new Date(0), n: 5 },
  ];
  expect(csvOf(['query', 'at', 'n'], rows)).toBe(
    [
      '\ufeffquery,at,n',
      "'=cmd|calc,1970-01-01T00:00:00.000Z,1",
      `"'@sum(1)\n""x"",;å",1970-01-01T00:00:00.000Z,2`,
      "'-1+1,1970-01-01T00:00:00.000Z,3",
      '"a\n=HYPERLINK(1)",1970-01-01T00:00:00.000Z,4',
      '"a\r=1",1970-01-01T00:00:00.000Z,5',
      '',
    ].join('\r\n'),
  );
});
