import { beforeEach, describe, expect, it } from '@jest/globals';
import { useImportFixture } from '../../testing/import-fixture.ts';

const fixture = useImportFixture();
let host: string;

beforeEach(async () => {
  host = await fixture.createNew();
});

async function select(columns: string, from: string): Promise<unknown[]> {
  return fixture.database.map(
    `select ${columns} from ${from} where t.knowledge_base_id = (select id from knowledge_bases where host = $1)
     order by t.position, 1`,
    [host],
    (row: object) => Object.values(row),
  );
}

const categories = () => select('t.slug, t.name, t.multiple_guides_name, t.position', 'categories t');

const places = () =>
  select(
    'c.slug as category, g.slug, t.position',
    'guide_categories t join categories c on c.id = t.category_id join guides g on g.id = t.guide_id',
  );

async function revision(): Promise<number> {
  const row = await fixture.database.one('select revision from knowledge_bases where host = $1', [host]);
  return row.revision;
}

describe('kb import of folders with category.yaml', () => {
  const manual = { 'install/a.md': 'a', 'use/b.md': 'b' };

  it('sets names and positions of categories', async () => {
    const summary = await fixture.importFiles(host, {
      ...manual,
      'use/category.yaml': 'name: Everyday use\nmultiple_guides_name: Guides for every day\nposition: 0',
    });
    expect(summary).toMatchObject({ categories: { created: 2, updated: 0 }, ignoredFiles: 0 });
    expect(await categories()).toEqual([
      ['use', 'Everyday use', 'Guides for every day', 0],
      ['install', 'Install', 'Install', 1],
    ]);
  });

  it('applies changes of the file and reverts when it is removed', async () => {
    await fixture.importFiles(host, { ...manual, 'use/category.yaml': 'name: Use' });
    const before = await revision();
    const changed = { ...manual, 'use/category.yaml': 'name: Usage\nposition: 9' };
    const summary = await fixture.importFiles(host, changed);
    expect(summary).toMatchObject({
      guides: { created: 0, updated: 0, unchanged: 2 },
      categories: { created: 0, updated: 2 },
    });
    expect(await categories()).toEqual([
      ['use', 'Usage', 'Usage', 9],
      ['install', 'Install', 'Install', 10],
    ]);
    expect(await revision()).toBe(before + 1);
    expect((await fixture.importFiles(host, changed)).categories).toEqual({ created: 0, updated: 0 });
    expect(await revision()).toBe(before + 1);
    await fixture.importFiles(host, manual);
    expect(await categories()).toEqual([
      ['install', 'Install', 'Install', 1],
      ['use', 'Use', 'Use', 2],
    ]);
  });

  it('reports unknown keys in every import', async () => {
    const files = {
      ...manual,
      'use/category.yaml': 'title: x',
      'use/c.md': '---\ntitle: C\nweight: 1\n---\nc',
    };
    await fixture.importFiles(host, files);
    const { findings } = await fixture.importFiles(host, files);
    expect([...findings.unknownKeys]).toEqual([['title', 1]]);
  });

  it('changes nothing when one is invalid', async () => {
    const importing = fixture.importFiles(host, { ...manual, 'category.yaml': 'name: Manual' });
    await expect(importing).rejects.toMatchObject({
      kind: 'invalid',
      message: 'category.yaml: only subfolders are categories',
    });
    expect(await categories()).toEqual([]);
  });
});

describe('kb import of positions in front matter', () => {
  const at = (position: number | string) => `---\nposition: ${position}\n---\nx`;

  it('orders guides, those without a position last and by name', async () => {
    await fixture.importFiles(host, { 'a/1.md': 'x', 'a/2.md': at(4), 'a/3.md': 'x', 'a/4.md': at(0) });
    expect(await places()).toEqual([
      ['a', 'a-4', 0],
      ['a', 'a-2', 4],
      ['a', 'a-1', 5],
      ['a', 'a-3', 6],
    ]);
  });

  it('applies a change of only a position', async () => {
    await fixture.importFiles(host, { 'a/1.md': at(1), 'a/2.md': at(2) });
    const before = await revision();
    const summary = await fixture.importFiles(host, { 'a/1.md': at(3), 'a/2.md': at(2) });
    expect(summary.guides).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(await places()).toEqual([
      ['a', 'a-2', 2],
      ['a', 'a-1', 3],
    ]);
    expect(await revision()).toBe(before + 1);
  });
});
