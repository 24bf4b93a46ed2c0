import { beforeEach, describe, expect, it } from '@jest/globals';
import { setPublication } from '../../testing/content.ts';
import { documentGuide as guide, useImportFixture } from '../../testing/import-fixture.ts';
import type { DocumentGuide } from './json/import-document.ts';

const fixture = useImportFixture();
let host: string;

beforeEach(async () => {
  host = await fixture.createNew();
});

async function guides(columns = 'slug, title, content_html, published'): Promise<unknown[]> {
  return fixture.database.map(
    `select ${columns} from guides
     where knowledge_base_id = (select id from knowledge_bases where host = $1) order by slug`,
    [host],
    (row: object) => Object.values(row),
  );
}

async function revision(): Promise<number> {
  const row = await fixture.database.one('select revision from knowledge_bases where host = $1', [host]);
  return row.revision;
}

/** Changes with every write to a guide or to what readers see. */
const versions = async () => [await guides('slug, xmin::text, updated_at'), await revision()];

const MANY = Array.from({ length: 120 }, (_, index) => guide(`guide-${index}`));

const page = (title: string) => `<html><body><h1>${title}</h1><p>x</p></body></html>`;

const BAD_FILES = {
  'cut.html': '<html><p>cut',
  'empty.md': '',
  'front.md': '---\ntitle: [a]\nposition: first\n---\nx',
  'section/_index.md': '---\ntitle: Section\n---\n',
};

const PROBLEMS = [
  { place: 'cut.html', problems: ['cut.html: truncated, </html> is missing'] },
  {
    place: 'front.md',
    problems: [
      'front.md: line 2: title must be text',
      'front.md: line 3: position must be a whole number from 0 to 1000000',
    ],
  },
];

describe('what kb import cannot import', () => {
  it('is left out and named, all at once, beside what it can', async () => {
    const summary = await fixture.importFiles(host, { ...BAD_FILES, 'a.md': 'a', 'section/page.md': 'b' });
    expect(summary).toMatchObject({
      guides: { created: 2, updated: 0, unchanged: 0 },
      leftOut: PROBLEMS,
      empty: ['empty.md', 'section/_index.md'],
    });
    expect(await guides('slug, title')).toEqual([
      ['a', 'A'],
      ['section-page', 'Page'],
    ]);
  });

  it('changes nothing with --strict', async () => {
    const importing = fixture.importFiles(host, { ...BAD_FILES, 'a.md': 'a' }, { strict: true });
    await expect(importing).rejects.toMatchObject({
      kind: 'invalid',
      message: [
        'cut.html: truncated, </html> is missing',
        'empty.md: has no content',
        'front.md: line 2: title must be text',
        'front.md: line 3: position must be a whole number from 0 to 1000000',
        'section/_index.md: has no content',
      ].join('\n'),
    });
    expect(await guides()).toEqual([]);
  });

  it('changes nothing if nothing else is there', async () => {
    await expect(fixture.importFiles(host, BAD_FILES)).rejects.toThrow('cut.html: truncated');
    expect(await guides()).toEqual([]);
  });

  it('names each of many files', async () => {
    const bad = Object.fromEntries(
      Array.from({ length: 13 }, (_, i) => [`bad-${i}.md`, '---\ntitle: []\n---\na']),
    );
    const summary = await fixture.importFiles(host, { 'a.md': 'a', ...bad });
    expect(summary.leftOut.map(({ place }) => place)).toEqual(Object.keys(bad));
  });

  it('is imported when it has been mended', async () => {
    const files = { 'a.md': 'a', 'b.md': '---\ntitle: []\n---\nb' };
    await fixture.importFiles(host, files);
    const summary = await fixture.importFiles(host, { ...files, 'b.md': 'b' });
    expect(summary).toMatchObject({ guides: { created: 1 }, leftOut: [] });
  });

  it.each([
    ['front matter', '---\ntitle: []\n---\nb'],
    ['content', `${'<div>'.repeat(600)}b`],
  ])('is no target of links, which are reported: %s', async (_, bad) => {
    const files = { 'a.md': '[b](b.md)', 'b.md': bad };
    const { findings } = await fixture.importFiles(host, files);
    expect(findings.brokenLinks).toEqual(['a.md: b.md']);
    expect(await guides('slug, content_html')).toEqual([['a', '<p>b</p>']]);
    await fixture.importFiles(host, { ...files, 'b.md': 'b' });
    expect(await guides('slug, content_html')).toContainEqual(['a', '<p><a href="b">b</a></p>']);
  });

  it('includes guides with unknown categories and tags', async () => {
    const summary = await fixture.importJson(host, {
      guides: [guide('a', { categories: ['x'], tags: ['y'] }), guide('b')],
    });
    expect(summary).toMatchObject({
      guides: { created: 1 },
      leftOut: [
        {
          place: 'guides.json: guides[0]',
          problems: [
            'guides.json: guides[0]: the category x does not exist',
            'guides.json: guides[0]: the tag y does not exist',
          ],
        },
      ],
    });
  });

  it('includes guides that are too large, also after others that have been written', async () => {
    const large = guide('large', { content_html: 'a'.repeat(6_999_999) });
    const summary = await fixture.importJson(host, { guides: [...MANY, large, guide('last')] });
    expect(summary).toMatchObject({
      guides: { created: 121 },
      leftOut: [
        {
          problems: ['guides.json: guides[120]: the content has 7000001 bytes, at most 7000000 are allowed'],
        },
      ],
    });
  });

  it('includes the second of two files with the same slug', async () => {
    const summary = await fixture.importFiles(host, { 'a.html': page('A'), 'a.htm': page('B') });
    expect(summary.leftOut).toMatchObject([{ problems: ['a.html: has the same slug as a.htm, a'] }]);
    expect(await guides('slug, title')).toEqual([['a', 'B']]);
  });
});

describe('the guide of a file that is left out', () => {
  const FILES = { 'a.md': '[b](b.md)', 'b.md': '---\nslug: named\n---\nb' };

  it.each([
    ['has bad front matter', '---\nslug: named\ntitle: []\n---\nb'],
    ['has front matter that cannot be read', '---\nslug: named\ntitle: "\n---\nb'],
    ['has lost its content', '---\nslug: named\n---\n'],
  ])('stays as it is with --prune, and links to it too, if the file %s', async (_, bad) => {
    await fixture.importFiles(host, FILES);
    const before = await versions();
    const summary = await fixture.importFiles(host, { ...FILES, 'b.md': bad }, { prune: true });
    expect(summary).toMatchObject({ gone: [], unpublished: [], findings: { brokenLinks: [] } });
    expect(await versions()).toEqual(before);
  });

  it.each([
    'slug: Reset your password',
    'slug: återställ',
    'slug: "a',
    'slug: reset\n  password',
    '{"title": "A", "slug": "b"}',
    'slug: a\nslug: b',
  ])('may be any if its slug cannot be read for certain: %s', async (line) => {
    await fixture.importFiles(host, { 'a.md': 'a', 'old.md': 'b' });
    const bad = { 'a.md': 'a', 'b.md': `---\n${line}\ntitle: [\n---\nb` };
    const summary = await fixture.importFiles(host, bad, { prune: true });
    expect(summary).toMatchObject({
      gone: ['old'],
      unpublished: undefined,
      leftOut: [{ place: 'b.md' }],
    });
  });

  it('is not overwritten by another page of the same name', async () => {
    const [one, two] = ['0123456789abcdef0123456789abcdef', 'f123456789abcdef0123456789abcdef'];
    const files = { [`Page ${one}.md`]: 'first', [`Page ${two}.md`]: 'second' };
    await fixture.importFiles(host, files);
    const before = await versions();
    const bad = { ...files, [`Page ${one}.md`]: '---\ntitle: [\n---\nfirst' };
    expect(await fixture.importFiles(host, bad, { prune: true })).toMatchObject({
      gone: [],
      unpublished: [],
    });
    expect(await versions()).toEqual(before);
  });

  it('stays under the slug that it has been given here', async () => {
    await fixture.importFiles(host, { 'a.md': '[b](b.md)', 'b.md': 'b' });
    await fixture.database.none(
      `insert into former_slugs (knowledge_base_id, slug, guide_id)
       select knowledge_base_id, slug, id from guides
       where slug = 'b' and knowledge_base_id = (select id from knowledge_bases where host = $1)`,
      [host],
    );
    await fixture.database.none(
      `update guides set slug = 'c'
       where slug = 'b' and knowledge_base_id = (select id from knowledge_bases where host = $1)`,
      [host],
    );
    const bad = { 'a.md': '[b](b.md)', 'b.md': '---\ntitle: []\n---\nb' };
    expect(await fixture.importFiles(host, bad, { prune: true })).toMatchObject({
      gone: [],
      unpublished: [],
    });
  });

  it('does not move to a new file with the same content', async () => {
    await fixture.importFiles(host, { 'a.md': 'a', 'b.md': 'b' });
    const files = { 'a.md': 'a', 'b.md': '---\ntitle: []\n---\nb', 'c.md': 'b' };
    expect(await fixture.importFiles(host, files)).toMatchObject({ moved: [], guides: { created: 1 } });
  });

  it('may be any, so that --prune unpublishes nothing', async () => {
    await fixture.importJson(host, { guides: [guide('a'), guide('b')] });
    const bad = { ...guide('b'), slug: 'B b' };
    const summary = await fixture.importJson(host, { guides: [guide('a'), bad] }, { prune: true });
    expect(summary).toMatchObject({
      gone: ['b'],
      unpublished: undefined,
      remarks: [expect.stringMatching(/^--prune: nothing was unpublished/)],
    });
    expect(await guides('slug, published')).toEqual([
      ['a', true],
      ['b', true],
    ]);
  });
});

describe('S41 kb import of what is not public', () => {
  const DRAFT = '---\ntitle: Prices from next year\ndraft: true\n---\n\nNot announced yet.\n';
  const published = () => guides('slug, published');

  it('imports it unpublished and lists it with the key that decided', async () => {
    const summary = await fixture.importFiles(host, {
      'prices.md': DRAFT,
      'plan.md': '---\ntitle: Internal plan\npublish: false\n---\n\nNot public.\n',
      'later.md': '+++\nunlisted = "maybe"\n+++\nLater',
      'page.html': '---\ntitle: Page\nhidden: 1\n---\n<p>text</p>',
      '_drafts/b.md': 'b',
      'public.md': '---\ndraft: false\n---\nc',
    });
    expect(summary).toMatchObject({
      guides: { created: 6 },
      notPublic: [
        'later.md: unlisted: maybe, which is not understood',
        'page.html: hidden: 1',
        'plan.md: publish: false',
        'prices.md: draft: true',
        '_drafts/b.md: it is in _drafts',
      ],
      stillPublic: [],
      stayUnpublished: [],
      addresses: { created: 0, updated: 0 },
      findings: { unknownKeys: new Map() },
    });
    expect((await guides('slug, title, published')).filter((row) => (row as unknown[])[2])).toEqual([
      ['public', 'Public', true],
    ]);
  });

  it('hides what the section of a file hides', async () => {
    const summary = await fixture.importFiles(host, {
      'a/_index.md': '---\ncascade:\n  build:\n    render: never\n---\na',
      'a/b/c.md': 'c',
      'd/_index.md': '+++\n[[cascade]]\ndraft = true\n+++\n',
      'd/e.html': '<p>e</p>',
      'f.md': '---\ncascade: {draft: true}\n---\nf',
    });
    expect(summary).toMatchObject({
      notPublic: [
        'a/b/c.md: build: {render: never}, in cascade of a/_index.md',
        'd/e.html: draft: true, in cascade of d/_index.md',
      ],
      findings: { unknownKeys: new Map() },
    });
    expect(await guides('slug, published')).toEqual([
      ['a', true],
      ['a-b-c', false],
      ['d-e', false],
      ['f', true],
    ]);
  });

  it('hides what a section may hide whose file cannot be read', async () => {
    const summary = await fixture.importFiles(host, {
      'a/_index.md': '---\ntitle: [\ncascade: {draft: true}\n---\na',
      'a/b/c.md': 'c',
      'd/_index.md': '---\ntitle: [\n---\nd',
      'd/e.md': 'e',
    });
    expect(summary.notPublic).toEqual(['a/b/c.md: a/_index.md may hide it, which cannot be read']);
    expect(await published()).toEqual([
      ['a-b-c', false],
      ['d-e', true],
    ]);
  });

  it.each([
    ['_drafts', {}, 'a/_drafts/b/c.md', 'it is in _drafts'],
    [
      'a section',
      { 'a/_index.md': DRAFT.replace('draft', 'cascade: {draft: true}\nx') },
      'a/b/c.md',
      'draft: true, in cascade of ../_index.md',
    ],
    [
      'a section that cannot be read',
      { 'a/b/_index.md': '---\ntitle: [\ncascade: {draft: true}\n---\n' },
      'a/b/c.md',
      '_index.md may hide it, which cannot be read',
    ],
  ])('hides one file alone that its folders hide: %s', async (_, above, only, reason) => {
    const summary = await fixture.importFiles(host, { ...above, [only]: 'c' }, { only });
    expect(summary.notPublic).toEqual([`c.md: ${reason}`]);
    expect(await published()).toEqual([['c', false]]);
  });

  it('hides no section by itself', async () => {
    const section = '---\ncascade: {draft: true}\n---\na';
    await fixture.importFiles(host, { 'a/_index.md': section }, { only: 'a/_index.md' });
    expect(await published()).toEqual([['index', true]]);
  });

  it('reads the same keys in JSON', async () => {
    const summary = await fixture.importJson(host, {
      guides: [
        guide('a', { published: 'no' }),
        { ...guide('b'), draft: true } as DocumentGuide,
        { ...guide('c'), user_segment_id: 7 } as DocumentGuide,
        guide('d', { published: null }),
        guide('e', { published: 'perhaps' }),
      ],
    });
    expect(summary).toMatchObject({
      notPublic: [
        'guides.json: guides[0]: published: no',
        'guides.json: guides[1]: draft: true',
        'guides.json: guides[2]: user_segment_id: 7',
        'guides.json: guides[3]: published: null',
        'guides.json: guides[4]: published: perhaps, which is not understood',
      ],
      findings: { unknownKeys: new Map() },
    });
    expect(await published()).toEqual([
      ['a', false],
      ['b', false],
      ['c', false],
      ['d', false],
      ['e', false],
    ]);
  });

  it('unpublishes a guide whose source now says so', async () => {
    await fixture.importFiles(host, { 'prices.md': 'a' });
    await fixture.importFiles(host, { 'prices.md': DRAFT });
    expect(await published()).toEqual([['prices', false]]);
  });

  it('lists a guide that stays public, because it has been changed here', async () => {
    await fixture.importFiles(host, { 'prices.md': 'a' });
    await fixture.database.none(
      'update guides set edited = true where knowledge_base_id = (select id from knowledge_bases where host = $1)',
      [host],
    );
    const summary = await fixture.importFiles(host, { 'prices.md': DRAFT });
    expect(summary).toMatchObject({
      notPublic: [],
      stillPublic: ['prices.md: draft: true'],
      edited: ['prices'],
    });
    expect(await published()).toEqual([['prices', true]]);
    await fixture.importFiles(host, { 'prices.md': DRAFT }, { overwrite: true });
    expect(await published()).toEqual([['prices', false]]);
  });

  it('lists a guide that has been published here, and hides it when its file changes', async () => {
    await fixture.importFiles(host, { 'prices.md': DRAFT });
    await setPublication(fixture.database, { host, slugs: ['prices'], published: true });
    const again = await fixture.importFiles(host, { 'prices.md': DRAFT });
    expect(again.stillPublic).toEqual(['prices.md: draft: true']);
    await fixture.importFiles(host, { 'prices.md': `${DRAFT}\nMore.\n` });
    expect(await published()).toEqual([['prices', false]]);
  });

  it('lists a guide that stays unpublished when its source no longer hides it', async () => {
    await fixture.importFiles(host, { 'prices.md': DRAFT });
    const summary = await fixture.importFiles(host, { 'prices.md': DRAFT.replace('true', 'false') });
    expect(summary).toMatchObject({ notPublic: [], stayUnpublished: ['prices'] });
    await fixture.importFiles(host, { 'prices.md': DRAFT.replace('draft', 'published') });
    expect(await published()).toEqual([['prices', true]]);
  });

  it('hides an unchanged file whose date has passed', async () => {
    const files = { 'offer.md': '---\nexpiryDate: 2030-01-01\n---\na' };
    await fixture.importFiles(host, files);
    expect(await published()).toEqual([['offer', true]]);
    const summary = await fixture.importFiles(host, files, { now: new Date('2030-01-02') });
    expect(summary).toMatchObject({ guides: { updated: 1 } });
    expect(await published()).toEqual([['offer', false]]);
  });
});
