import { describe, expect, it } from '@jest/globals';
import { readDocument } from './read-document.ts';

const guide = { slug: 'a', title: 'A', content_html: '<p>a</p>', categories: [], tags: [] };
const document = { categories: [], tags: [], guides: [guide] };

const read = (text: string | Uint8Array) => readDocument(Buffer.from(text), 'guides.json');
const readValue = (value: unknown) => read(JSON.stringify(value));

describe('readDocument', () => {
  it('reads the example of the specification, with a byte order mark', () => {
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
    expect(read(`\uFEFF${JSON.stringify(whole)}`)).toEqual(whole);
  });

  it.each([
    [
      'a misspelt property',
      { ...document, guides: [{ ...guide, titel: 'A' }] },
      'guides[0] has an unknown member "titel"',
    ],
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
      { ...document, knowledge_base: { language: 'swe' } },
      'knowledge_base.language must be two letters',
    ],
    [
      'a colour by name',
      { ...document, knowledge_base: { accent_color: 'red' } },
      'knowledge_base.accent_color must be a colour such as #0a7d5c',
    ],
    [
      'the same slug twice',
      { ...document, guides: [guide, { ...guide, slug: 'b' }, guide] },
      'guides[0] and guides[2] have the same slug, a',
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
  ])('reports file, place and mistake: %s', (_, value, message) => {
    expect(() => readValue(value)).toThrow(`guides.json: ${message}`);
  });

  it('S19 refuses __proto__ as an unknown member', () => {
    const text = JSON.stringify(document).replace('"slug":"a"', '"slug":"a","__proto__":{"published":false}');
    expect(() => read(text)).toThrow('guides[0] has an unknown member "__proto__"');
    expect({}).not.toHaveProperty('published');
  });

  it('reports ten mistakes and counts the others', () => {
    const guides = Array.from({ length: 15 }, (_, index) => ({ ...guide, slug: `g${index}`, title: 3 }));
    const lines = messageOf(() => readValue({ ...document, guides })).split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[9]).toBe('guides.json: guides[9].title must be string');
    expect(lines[10]).toBe('… and 5 more');
  });

  it.each([
    ['truncated between values', '{"guides": [\n  {"slug": "a",', 'truncated JSON at line 2, column 16'],
    ['truncated in a string', '{"guides": [\n  {"slug": "a', 'truncated JSON at line 2, column 14'],
    ['empty', '', 'truncated JSON at line 1, column 1'],
    ['HTML', '<html></html>', 'invalid JSON at line 1, column 1'],
    ['an extra comma', '{\n"a": 1,\n}', 'invalid JSON at line 3, column 1'],
  ])('reports the position of invalid JSON: %s', (_, text, message) => {
    expect(() => read(text)).toThrow(`guides.json: ${message}`);
  });

  it('requires UTF-8', () => {
    expect(() => read(Buffer.from('{"ä": 1}', 'latin1'))).toThrow('guides.json: invalid utf-8 at byte 2');
  });
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error('nothing was thrown');
}
