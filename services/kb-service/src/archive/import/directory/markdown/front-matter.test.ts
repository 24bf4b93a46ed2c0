import { describe, expect, it } from '@jest/globals';
import { splitFrontMatter } from './front-matter.ts';

const read = (...lines: string[]) => splitFrontMatter(['---', ...lines, '---', 'text'].join('\n'), 'a.md');

describe('front matter', () => {
  it('has title, slug, categories, position, tags and published', () => {
    expect(
      read(
        'title: "Install: Linux"',
        'slug: linux',
        'categories: [install, Getting started]',
        'position: 0',
        'tags:',
        '  - new',
        '  - C++',
        'published: false',
      ),
    ).toEqual({
      front: {
        title: 'Install: Linux',
        slug: 'linux',
        categories: ['install', 'Getting started'],
        position: 0,
        tags: ['new', 'C++'],
        published: false,
        unknown: [],
      },
      text: '\ntext',
    });
  });

  it.each([
    ['a title that looks like a number', 'title: 1.10', { title: '1.10' }],
    ['a tag that looks like a boolean', 'tags: [yes, 007]', { tags: ['yes', '007'] }],
    ['one name instead of a list', 'tags: new', { tags: ['new'] }],
    ['an empty value', 'tags:', {}],
    ['TRUE', 'published: TRUE', { published: true }],
    ['unknown keys', 'layout: post\n__proto__: {a: b}', { unknown: ['layout', '__proto__'] }],
    ['a comment only', '# nothing', {}],
    ['CRLF line ends', 'title: a\r', { title: 'a' }],
  ])('may be %s', (_, line, expected) => {
    expect(read(line).front).toEqual({ unknown: [], ...expected });
  });

  it.each([
    ['no line of hyphens at the beginning', '\n---\ntitle: a\n---\n'],
    ['no second line of hyphens', '---\ntitle: a\n'],
    ['a longer line of hyphens', '----\ntitle: a\n----\n'],
  ])('is missing with %s', (_, text) => {
    expect(splitFrontMatter(text, 'a.md')).toEqual({ front: { unknown: [] }, text });
  });

  it.each([
    ['truncated YAML', ['title: "a', 'slug: b'], /^a\.md: line [234]: Missing closing "quote/],
    ['a key twice', ['title: a', 'title: b'], 'a.md: line 3: Map keys must be unique'],
    ['a list as title', ['slug: b', 'title: [a]'], 'a.md: line 3: title must be text'],
    ['an invalid slug', ['slug: A b'], 'a.md: line 2: slug must be a slug such as getting-started'],
    ['a map as tags', ['tags: {a: b}'], 'a.md: line 2: tags must be a list of names'],
    ['a list in the tags', ['tags: [[a]]'], 'a.md: line 2: tags must be a list of names'],
    ['a word as published', ['published: maybe'], 'a.md: line 2: published must be true or false'],
    ['half a sign as title', ['title: "\\uD800"'], 'a.md: line 2: title must be text'],
    [
      'a position below 0',
      ['position: -1'],
      'a.md: line 2: position must be a whole number from 0 to 1000000',
    ],
    ['a fraction as position', ['position: 1.5'], 'a.md: line 2: position must be a whole number'],
    ['a word as position', ['position: first'], 'a.md: line 2: position must be a whole number'],
    ['a position too high', ['position: 1000001'], 'a.md: line 2: position must be a whole number'],
    ['a list as position', ['position: [1]'], 'a.md: line 2: position must be a whole number'],
    ['text', ['just text'], 'a.md: line 2: the front matter must be a mapping'],
    ['two documents', ['title: a', '--- b'], 'a.md: line 3: '],
  ])('names file and line of %s', (_, lines, message) => {
    expect(() => read(...lines)).toThrow(message);
  });

  it.each([
    ['an alias', ['title: &a b', 'slug: *a'], 'a.md: line 3: slug must be'],
    [
      'aliases of aliases',
      ['a: &a [x,x]', 'b: &b [*a,*a]', 'c: &c [*b,*b]', 'tags: [*c]'],
      'a.md: line 5: tags must be a list of names',
    ],
    ['brackets without end', [`tags: ${'['.repeat(10_000)}`], 'a.md: line 1: the front matter is too large'],
    ['nested lists', ['- '.repeat(1_000)], 'a.md: line 1: the front matter is too large'],
    [
      'more than 20,000 characters',
      [`title: ${'a'.repeat(20_000)}`],
      'a.md: line 1: the front matter is too',
    ],
  ])('refuses bombs: %s', (_, lines, message) => {
    expect(() => read(...lines)).toThrow(message);
  });
});
