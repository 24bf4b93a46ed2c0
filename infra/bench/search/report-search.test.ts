import { describe, expect, it } from '@jest/globals';
import type { EngineFigures, ServiceFigures } from './figures.ts';
import { isWithin, reportSearch } from './report-search.ts';

const THROUGHPUT = {
  perSecond: 120,
  p50: 150.25,
  p95: 412,
  answered: 2_400,
  refused: 3,
  shareOfMeilisearch: 0,
};
const POSTGRESQL: EngineFigures = {
  indexed: 250,
  indexBytes: 400_000_000,
  throughput: THROUGHPUT,
  findable: { posts: 50, p50: 300, p95: 520, shareOfMeilisearch: 0 },
};

const DIALOGS: ServiceFigures = {
  service: {
    name: 'forum-service',
    noun: 'dialogs',
    documents: 100_000,
    databaseUrl: '',
    searchPath: (query) => query,
    headers: {},
    readPage: async () => [],
  },
  oneAtATime: [
    { what: 'a rare word', found: 3, api: 4.5, beneath: 3.1, engine: 2 },
    { what: 'a word misspelt', found: 1_200, api: 9, beneath: 6, engine: 5 },
  ],
  postgresql: POSTGRESQL,
  meilisearch: {
    ...POSTGRESQL,
    indexBytes: 900_000_000,
    throughput: { ...THROUGHPUT, refused: 0, shareOfMeilisearch: 0.998 },
    findable: { posts: 50, p50: 700, p95: 1_204, shareOfMeilisearch: 1 },
  },
  memory: { own: 120_000_000, files: 800_000_000 },
};
const GUIDES: ServiceFigures = {
  ...DIALOGS,
  service: { ...DIALOGS.service, noun: 'guides', documents: 10_000 },
  postgresql: { ...POSTGRESQL, findable: undefined },
  meilisearch: { ...DIALOGS.meilisearch, findable: undefined },
  memory: undefined,
};

describe('the report on search', () => {
  const report = reportSearch({ version: '1.50.0', services: [DIALOGS, GUIDES] });

  it.each([
    [
      'says of what, and of which Meilisearch',
      'Of 100,000 dialogs and 10,000 guides, made up by scripts, on Meilisearch 1.50.0',
    ],
    ['a search that costs little more', '| a rare word | 3 | 4.5 | 3.1 | 2.0 | **1.45** | 1.4 | yes |'],
    ['a search that costs too much', '| a word misspelt | 1,200 | 9.0 | 6.0 | 5.0 | **1.50** | 3.0 | no |'],
    ['many clients of Meilisearch', '| dialogs | Meilisearch | 150 | 412 | 120 | 0 | 99.8 % |'],
    ['many clients of PostgreSQL', '| dialogs | PostgreSQL | 150 | 412 | 120 | 3 | 0 % |'],
    ['until a post is found', '| dialogs | Meilisearch | 700 ms | **1,204 ms** | at most 2,000 ms | 100 % |'],
    ['sizes and memory', '| dialogs | Meilisearch | 900 MB | 9,000 | 120 MB and 800 MB of files |'],
    ['no memory where nobody knows it', '| guides | Meilisearch | 900 MB | 90,000 |  |'],
  ])('%s', (_, text) => {
    expect(report).toContain(text);
  });

  it('has no posts of guides, which nobody posts', () => {
    expect(report).not.toContain('| guides | Meilisearch | 700 ms');
  });
});

describe('what a search may cost', () => {
  it.each([
    [2.5, 1, true],
    [2.6, 1, false],
    [6.5, 5, true],
    [6.6, 5, false],
    [13, 10, true],
    [13.1, 10, false],
  ])('%d ms over what takes %d ms by itself: %s', (api, beneath, expected) => {
    expect(isWithin({ api, beneath })).toBe(expected);
  });
});
