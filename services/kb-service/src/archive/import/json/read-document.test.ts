import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemsOf, refuse } from '../problems.ts';
import type { DocumentGuide, ImportDocument } from './import-document.ts';
import { bytesSource, openRangedSource, type RangedSource, readDocument } from './read-document.ts';

const guide = { slug: 'a', title: 'A', content_html: '<p>a</p>', categories: [], tags: [] };
const document = { categories: [], tags: [], guides: [guide] };

const read = (text: string | Uint8Array) => readAll(bytesSource(Buffer.from(text), 'guides.json'));
const sourceOf = (value: unknown) => bytesSource(Buffer.from(JSON.stringify(value)), 'guides.json');
const readValue = (value: unknown) => read(JSON.stringify(value));

/** With the texts of the guides, one after the other. */
async function readAll(source: RangedSource): Promise<ImportDocument> {
  const { guides: open, leftOut, unknownMembers, ...rest } = await readDocument(source);
  refuse(problemsOf(leftOut));
  const guides: DocumentGuide[] = [];
  for (const { read: readGuide } of open) guides.push(await readGuide());
  return { ...rest, guides };
}

describe('readDocument', () => {
  it('reads the example of the specification, with a byte order mark', async () => {
    const whole = {
      knowledge_base: { name: 'Help', organization_name: 'Example', language: 'sv' },
      categories: [
        { slug: 'a', name: 'A', multiple_guides_name: 'As', position: 3 },
        { slug: 'b', name: 'B', parent: 'a' },
      ],
      tags: [{ slug: 't', name: 'T' }],
      synonyms: [['sign in', 'log in']],
      everyday_synonyms: false,
      guides: [{ ...guide, categories: ['a', { slug: 'b', position: 2 }], tags: ['t'], published: false }],
    };
    expect(await read(`\uFEFF${JSON.stringify(whole)}`)).toEqual(whole);
  });

  it.each([
    ['a missing property', { categories: [], tags: [] }, 'the document has no "guides"'],
    [
      'a missing title',
      { ...document, guides: [{ ...guide, title: undefined }] },
      'guides[0] has no "title"',
    ],
    [
      'a number as title',
      { ...document, guides: [guide, { ...guide, title: 3 }] },
      'guides[1].title must be string',
    ],
    [
      'a title of white space',
      { ...document, guides: [{ ...guide, title: '\u00a0 ' }] },
      'guides[0].title must be more than white space',
    ],
    [
      'an invisible title',
      { ...document, guides: [{ ...guide, title: '\u2800\u3164' }] },
      'guides[0].title must be more than white space',
    ],
    [
      'a title of 501 characters',
      { ...document, guides: [{ ...guide, title: 'å'.repeat(501) }] },
      'guides[0].title must NOT have more than 500 characters',
    ],
    [
      'a bad slug',
      { ...document, guides: [{ ...guide, slug: 'A b' }] },
      'guides[0].slug must be a slug such as getting-started',
    ],
    [
      'a category twice in a guide',
      { ...document, guides: [{ ...guide, categories: ['a', { slug: 'a', position: 1 }] }] },
      'guides[0].categories names a twice',
    ],
    [
      'a bad category',
      { ...document, guides: [{ ...guide, categories: ['A b'] }] },
      'guides[0].categories[0] must be a slug such as getting-started',
    ],
    [
      'a place without slug',
      { ...document, guides: [{ ...guide, categories: [{ position: 1 }] }] },
      'guides[0].categories[0] has no "slug"',
    ],
    [
      'a bad language',
      { ...document, knowledge_base: { language: 'swedish' } },
      'knowledge_base.language must be a language tag',
    ],
    [
      'a colour by name',
      { ...document, knowledge_base: { accent_color: 'red' } },
      'knowledge_base.accent_color must be a colour such as #0a7d5c',
    ],
    [
      'the same slug twice',
      { ...document, guides: [guide, { ...guide, slug: 'b' }, guide] },
      'guides[2] has the same slug as guides[0], a',
    ],
    [
      'the same category slug twice',
      {
        ...document,
        categories: [
          { slug: 'c', name: 'C' },
          { slug: 'c', name: 'D' },
        ],
      },
      'categories[0] and categories[1] have the same slug, c',
    ],
    ['a list', [], 'the document must be object'],
    [
      'S28 U+0000',
      { ...document, guides: [{ ...guide, content_html: 'a\0' }] },
      'guides[0].content_html contains U+0000',
    ],
    [
      'S28 half of a surrogate pair',
      { ...document, tags: [{ slug: 't', name: '\ud800' }] },
      'tags[0].name contains U+0000 or a lone',
    ],
  ])('reports file, place and mistake: %s', async (_, value, message) => {
    await expect(readValue(value)).rejects.toThrow(`guides.json: ${message}`);
  });

  it('leaves a bad guide out, with the slug that it may have', async () => {
    const guides = [{ ...guide, title: 3 }, { ...guide, slug: 'b' }, { ...guide, slug: 'C d' }, 7];
    const { guides: open, leftOut } = await readDocument(sourceOf({ ...document, guides }));
    expect(open.map(({ slug, place }) => [slug, place])).toEqual([['b', 'guides.json: guides[1]']]);
    expect(leftOut.map(({ problems, slugs }) => [...problems, slugs])).toEqual([
      ['guides.json: guides[0].title must be string', ['a']],
      ['guides.json: guides[2].slug must be a slug such as getting-started', undefined],
      ['guides.json: guides[3] must be object', undefined],
    ]);
  });

  it('counts members that it does not read', async () => {
    const guides = [
      { ...guide, titel: 'A' },
      { ...guide, slug: 'b', titel: 'B' },
    ];
    const { unknownMembers } = await readDocument(
      sourceOf({ ...document, guides, knowledge_base: { colour: 'red' }, version: 2 }),
    );
    expect(unknownMembers).toEqual(
      new Map([
        ['knowledge_base.colour', 1],
        ['version', 1],
        ['guides[].titel', 2],
      ]),
    );
  });

  it('S19 does not read __proto__', async () => {
    const text = JSON.stringify(document).replace('"slug":"a"', '"slug":"a","__proto__":{"published":false}');
    const { unknownMembers } = await readDocument(bytesSource(Buffer.from(text), 'guides.json'));
    expect(unknownMembers).toEqual(new Map([['guides[].__proto__', 1]]));
    expect({}).not.toHaveProperty('published');
  });

  it.each([
    ['categories and tags', { guides: [guide] }],
    ['categories and tags of a guide', { guides: [{ slug: 'a', title: 'A', content_html: '<p>a</p>' }] }],
  ])('does without %s', async (_, value) => {
    expect(await readValue(value)).toEqual(value);
  });

  it.each([
    ['a member', '"title"', '"\uFEFFtitle"', 'guides[0] has no "title"'],
    ['a slug', '"a"', '"\uFEFFa"', 'guides[0].slug must be a slug'],
    ['a list', '{"slug"', '\uFEFF{"slug"', 'invalid JSON at line 1, column 38'],
  ])('refuses a byte order mark before %s', async (_, from, to, message) => {
    const text = JSON.stringify({ ...document, guides: [{ ...guide, published: false }] });
    await expect(read(text.replace(from, to))).rejects.toThrow(`guides.json: ${message}`);
  });

  it('reads the last of several members with the same name', async () => {
    const text = JSON.stringify(document);
    expect(await read(text.replace('"guides":', '"guides":[{}],"guides":'))).toEqual(document);
  });

  it('reports the mistakes of guides beside those of the document', async () => {
    const guides = [{ ...guide, title: 3 }, guide];
    const invalid = { ...document, guides, tags: [{ slug: 't' }] };
    expect(await messageOf(readValue(invalid))).toBe(
      'guides.json: tags[0] has no "name"\nguides.json: guides[0].title must be string',
    );
  });

  it.each([
    ['truncated between values', '{"guides": [\n  {"slug": "a",', 'truncated JSON at line 2, column 16'],
    ['truncated in a string', '{"guides": [\n  {"slug": "a', 'truncated JSON at line 2, column 14'],
    ['empty', '', 'truncated JSON at line 1, column 1'],
    ['HTML', '<html></html>', 'invalid JSON at line 1, column 1'],
    ['an extra comma', '{\n"a": 1,\n}', 'invalid JSON at line 3, column 1'],
    ['in a guide', '{"guides": [{},\n{"slug": "😀å", nil}]}', 'invalid JSON at line 2, column 17'],
    ['after guides', '\uFEFF{"guides": [{"slug": "a"}] "tags": []}', 'invalid JSON at line 1, column 28'],
    ['a list without end', '{"guides": [{"tags": ["a"}, {}]}', 'invalid JSON at line 1, column 26'],
    ['a quotation without end', '{"guides": [{"slug": "a}, {}]}', 'truncated JSON at line 1, column 31'],
  ])('reports the position of invalid JSON: %s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(`guides.json: ${message}`);
  });

  it.each([
    ['outside of guides', '{"ä": 1}', 2],
    ['in a guide', '{"guides": [{"slug": "ä"}]}', 22],
  ])('requires UTF-8 %s', async (_, text, byte) => {
    const reading = read(Buffer.from(text, 'latin1'));
    await expect(reading).rejects.toThrow(`guides.json: invalid utf-8 at byte ${byte}`);
  });
});

it('reads a guide from each line of NDJSON, and leaves out lines that are none', async () => {
  const lines = [
    '\uFEFF{"slug":"a","title":"A","content_html":"å"}\r',
    '',
    '{"slug":',
    '"b"',
    JSON.stringify({ ...guide, slug: 'c' }),
  ];
  const source = bytesSource(Buffer.from(lines.join('\n')), 'guides.ndjson');
  const { guides, leftOut } = await readDocument(source);
  expect(
    await Promise.all(guides.map(async ({ read: readGuide }) => (await readGuide()).content_html)),
  ).toEqual(['å', '<p>a</p>']);
  expect(leftOut.map(({ place }) => place)).toEqual(['guides.ndjson: guides[1]', 'guides.ndjson: guides[2]']);
});

describe('a file of several megabytes', () => {
  const large = {
    ...document,
    synonyms: Array.from({ length: 1_000 }, (_, index) => [`a ${index}`, '"{[ö]}\\"']),
    guides: Array.from({ length: 1_000 }, (_, index) => ({
      ...guide,
      slug: `guide-${index}`,
      content_html: `<p class="å">{"[😀\\${'é'.repeat(4 * index)}</p>`,
    })),
  };
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guidepost-json-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function openFile(text: string): Promise<RangedSource> {
    const path = join(folder, 'guides.json');
    await writeFile(path, text);
    return openRangedSource(path);
  }

  it('is read in parts', async () => {
    expect(await readAll(await openFile(JSON.stringify(large)))).toEqual(large);
  });

  it('has its mistakes reported by line and column', async () => {
    const text = JSON.stringify(large, null, 1);
    const lines = text.split('\n').length;
    const source = await openFile(`${text.slice(0, -3)}?${text.slice(-3)}`);
    await expect(readDocument(source)).rejects.toThrow(`invalid JSON at line ${lines - 1}, column 2`);
  });

  it('is refused if it is written to before it is imported', async () => {
    const source = await openFile(JSON.stringify(large));
    const { guides } = await readDocument(source);
    await openFile(JSON.stringify(document));
    await expect(guides[0]?.read()).rejects.toThrow('was written to');
  });
});

async function messageOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Error) return error.message;
  throw new Error('nothing was thrown');
}
