import { beforeEach, describe, expect, it } from '@jest/globals';
import { OPERATOR } from '../../../testing/content.ts';
import { documentGuide as guide, useImportFixture } from '../../../testing/import-fixture.ts';
import { renameGuide } from '../../../writing/drafts/guide-slugs.ts';
import { findCycle } from './references.ts';

describe('findCycle', () => {
  it.each([
    ['none', [], undefined],
    [
      'a tree',
      [
        ['a', undefined],
        ['b', 'a'],
        ['c', 'a'],
        ['d', 'c'],
      ],
      undefined,
    ],
    ['an unknown parent', [['a', 'x']], undefined],
    ['a category that is its own parent', [['a', 'a']], ['a', 'a']],
    [
      'two',
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      ['a', 'b', 'a'],
    ],
    [
      'a path into a cycle',
      [
        ['start', 'b'],
        ['b', 'c'],
        ['c', 'b'],
      ],
      ['b', 'c', 'b'],
    ],
  ] as [string, [string, string | undefined][], string[] | undefined][])('%s', (_, parents, cycle) => {
    expect(findCycle(new Map(parents))).toEqual(cycle);
  });

  it('visits each of 100,000 nested categories once', () => {
    const row = Array.from({ length: 100_000 }, (_, i): [string, string] => [`c${i}`, `c${i + 1}`]);
    expect(findCycle(new Map(row))).toBeUndefined();
  });
});

describe('kb import of a guide that has been renamed', () => {
  const fixture = useImportFixture();
  let host: string;

  beforeEach(async () => {
    host = await fixture.createNew();
  });

  const rename = (slug: string, newSlug: string) =>
    renameGuide(fixture.database, OPERATOR, { host, slug, newSlug });

  const titles = () =>
    fixture.database.map(
      `select g.slug, g.title from guides g join knowledge_bases k on k.id = g.knowledge_base_id
     where k.host = $1 order by g.slug`,
      [host],
      (row: { slug: string; title: string }) => [row.slug, row.title],
    );

  const source = {
    categories: [{ slug: 'start', name: 'Start' }],
    tags: [{ slug: 'new', name: 'New' }],
    guides: [guide('install', { categories: ['start'], tags: ['new'] }), guide('other')],
  };

  beforeEach(async () => {
    await fixture.importJson(host, source);
    await rename('install', 'set-up');
  });

  it('changes nothing if the source is unchanged, and reports the rename', async () => {
    expect(await fixture.importJson(host, source)).toMatchObject({
      guides: { created: 0, updated: 0, unchanged: 2 },
      renames: [{ former: 'install', slug: 'set-up' }],
      gone: [],
    });
  });

  it('applies a change of the source to the new slug', async () => {
    const guides = [{ ...guide('install'), title: 'Install it' }, guide('other')];
    expect(await fixture.importJson(host, { ...source, guides })).toMatchObject({
      guides: { created: 0, updated: 1, unchanged: 1 },
    });
    expect(await titles()).toEqual([
      ['other', 'other'],
      ['set-up', 'Install it'],
    ]);
  });

  it('also finds it by path in a directory', async () => {
    const html = '<html><head><title>From a file</title></head><body><p>a</p></body></html>';
    await fixture.importFiles(host, { 'install.html': html });
    expect(await titles()).toContainEqual(['set-up', 'From a file']);
  });

  it('imports a source with both slugs as two guides', async () => {
    const summary = await fixture.importJson(host, { guides: [guide('install'), guide('set-up')] });
    expect(summary).toMatchObject({ guides: { created: 1, updated: 1 }, renames: [] });
    expect(await titles()).toEqual([
      ['install', 'install'],
      ['other', 'other'],
      ['set-up', 'set-up'],
    ]);
  });

  it('prefers a guide that has the slug now', async () => {
    await rename('other', 'install');
    const summary = await fixture.importJson(host, { guides: [{ ...guide('install'), title: 'New' }] });
    expect(summary).toMatchObject({ renames: [], gone: ['set-up'] });
    expect(await titles()).toEqual([
      ['install', 'New'],
      ['set-up', 'install'],
    ]);
  });

  it('maps only one of two former slugs to the guide', async () => {
    await rename('set-up', 'start');
    const summary = await fixture.importJson(host, { guides: [guide('install'), guide('set-up')] });
    expect(summary).toMatchObject({
      guides: { created: 1, updated: 1 },
      renames: [{ former: 'set-up', slug: 'start' }],
    });
  });
});
