import { describe, expect, it } from '@jest/globals';
import { useImportFixture } from '../../../testing/import-fixture.ts';
import { splitFrontMatter } from './front-matter.ts';

const NOW = new Date('2026-06-01T00:00:00Z');

const front = (...lines: string[]) =>
  splitFrontMatter(`---\ntitle: A\n${lines.join('\n')}\n---\nText`, 'a.md', NOW).front;

describe('keys of site generators', () => {
  it.each<[what: string, lines: string[], found: object]>([
    [
      'the day of a page',
      ['date: 2020-01-02', 'updated: 2021-03-04 05:06'],
      { dates: { createdAt: '2020-01-02T00:00:00.000Z', updatedAt: '2021-03-04T05:06:00.000Z' } },
    ],
    [
      'the last change of Docusaurus',
      ['last_update:', '  date: 2021-03-04', '  author: Ada'],
      { dates: { createdAt: undefined, updatedAt: '2021-03-04T00:00:00.000Z' } },
    ],
    [
      'lastmod of Hugo',
      ['lastmod: 2021-03-04T05:06:07+02:00'],
      { dates: { updatedAt: '2021-03-04T03:06:07.000Z' } },
    ],
    ['no day to come', ['date: 2030-01-02'], { unknown: [] }],
    ['a place in the menu', ['sidebar_position: 3'], { position: 3 }],
    ['one between two others', ['sidebar_position: 1.5'], { position: 1 }],
    ['that of Just the Docs', ['nav_order: 7'], { position: 7 }],
    ['none where there is a position', ['position: 2', 'sidebar_position: 9'], { position: 2 }],
    ['a name in the menu', ['sidebar_label: Short'], { label: 'Short', title: 'A' }],
  ])('have %s', (_, lines, found) => {
    expect(front(...lines)).toMatchObject(found);
    expect(front(...lines)).toMatchObject({ unknown: [], remarks: [] });
  });

  it.each([
    ['date: sometime', 'date is not read: must be a date such as 2026-01-31'],
    ['updated: 03/04/2026', 'updated is not read: may be one of two days; 2026-01-31 would be clear'],
    ['sidebar_position: last', 'sidebar_position is not read: must be a number from 0 to 1000000'],
    ['sidebar_label: [a]', 'sidebar_label is not read: must be text'],
  ])('that cannot be read stop nothing: %s', (line, remark) => {
    expect(front(line)).toMatchObject({ title: 'A', remarks: [`a.md: line 3: ${remark}`] });
  });
});

describe('a folder of Docusaurus', () => {
  const fixture = useImportFixture();

  it('has its dates, order, labels and names of categories', async () => {
    const host = await fixture.createNew();
    const files = {
      'start/_category_.json':
        '{ "label": "Getting started", "position": 4, "link": { "type": "generated-index" } }',
      'start/b.md': '---\nsidebar_position: 1\nsidebar_label: Begin here\n---\nText',
      'start/a.md': '---\nsidebar_position: 2\ndate: 2020-01-02\n---\n# First',
    };
    expect((await fixture.importFiles(host, files)).guides.created).toBe(2);
    const guides = await fixture.database.any(
      `select g.title, g.created_at, c.name as category, c.position from guides g
       join guide_categories gc on gc.guide_id = g.id join categories c on c.id = gc.category_id
       where g.knowledge_base_id = (select id from knowledge_bases where host = $1) order by gc.position`,
      [host],
    );
    expect(guides.map(({ title, category, position }) => [title, category, position])).toEqual([
      ['Begin here', 'Getting started', 4],
      ['First', 'Getting started', 4],
    ]);
    expect(guides[1]?.created_at).toEqual(new Date('2020-01-02T00:00:00Z'));
    expect((await fixture.importFiles(host, files)).guides.unchanged).toBe(2);
  });
});
