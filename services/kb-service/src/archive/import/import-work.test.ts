import { countRowsRead } from '@guidepost/testing';
import { describe, expect, it } from '@jest/globals';
import { setPublication } from '../../testing/content.ts';
import { documentGuide, type ImportFixture, useImportFixture } from '../../testing/import-fixture.ts';
import { writeManyGuides } from '../../testing/many-guides.ts';
import type { ImportDocument } from './json/import-document.ts';

const FEW = 75;
const MANY = 300;

/**
 * Four times as many guides may take four times the work, but not sixteen times. With statistics of empty tables, a
 * repeated import was seen to take up to nine times the work.
 */
const MAX_GROWTH = 12;

const STATISTICS: [string, (fixture: ImportFixture) => Promise<unknown>][] = [
  ['empty tables', async () => {}],
  ['one guide', (fixture) => importGuides(fixture, 'one.example.com', 1)],
  ['a large knowledge base', ({ database }) => writeManyGuides(database, 'large.example.com', 3_000)],
];

function documentOf(guides: number): Partial<ImportDocument> {
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
  return {
    categories: numbers(100).map((number) => ({
      slug: `c-${number}`,
      name: 'Category',
      multiple_guides_name: 'Guides',
      position: number + 1,
      ...(number > 9 && { parent: `c-${number % 10}` }),
    })),
    tags: numbers(300).map((number) => ({ slug: `t-${number}`, name: 'Tag' })),
    guides: numbers(guides).map((number) =>
      documentGuide(`g-${number}`, {
        categories: numbers(5).map((n) => `c-${(number * 7 + n * 13) % 100}`),
        tags: numbers(10).map((n) => `t-${(number * 11 + n * 29) % 300}`),
      }),
    ),
  };
}

async function importGuides(fixture: ImportFixture, host: string, guides: number): Promise<void> {
  await fixture.create(host);
  await fixture.importJson(host, documentOf(guides));
}

/** The rows that PostgreSQL reads for an import, for its repetition, and for one changed guide. */
async function measure(fixture: ImportFixture, host: string, guides: number): Promise<number[]> {
  const { url } = fixture;
  const importing = () =>
    countRowsRead(url, (database) => fixture.importJson(host, documentOf(guides), { database }));
  const unpublish = { host, slugs: ['g-7'], published: false };
  return [
    await importing(),
    await importing(),
    await countRowsRead(url, (database) => setPublication(database, unpublish)),
  ];
}

describe.each(STATISTICS)('while statistics know of %s', (_, known) => {
  const fixture = useImportFixture();

  it('the work of imports grows linearly with the guides', async () => {
    await known(fixture);
    await fixture.database.none('analyze');
    // Small tables may be scanned for each row, so both imports start with the same ones.
    for (const host of ['few.example.com', 'many.example.com']) await importGuides(fixture, host, 0);
    const few = await measure(fixture, 'few.example.com', FEW);
    const many = await measure(fixture, 'many.example.com', MANY);
    const growth = many.map((rows, index) => rows / (few[index] ?? 0));
    expect(growth.filter((factor) => !(factor < MAX_GROWTH))).toEqual([]);
  }, 60_000);
});
