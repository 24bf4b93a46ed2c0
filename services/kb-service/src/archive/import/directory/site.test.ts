import { describe, expect, it } from '@jest/globals';
import type { SourceCategory } from '../import-source.ts';
import type { GuideFile } from './guide-files.ts';
import { createSite } from './site.ts';

const siteOf = (...files: (string | GuideFile)[]) =>
  createSite(files.map((file) => (typeof file === 'string' ? { path: file } : file)));

describe('createSite', () => {
  it('derives the slug from the whole path', () => {
    const { guideSlugs } = siteOf(
      'index.html',
      'About Us.htm',
      'install/index.html',
      'install/linux.xhtml',
      'install/v2.1/index.html',
    );
    expect([...guideSlugs.values()]).toEqual([
      'index',
      'about-us',
      'install',
      'install-linux',
      'install-v2-1',
    ]);
  });

  it('turns nested folders into nested categories', () => {
    const { categories } = siteOf('a.html', 'getting-started/b.html', 'getting-started/on_linux/c.html');
    expect(categories).toEqual([
      expect.objectContaining({
        slug: 'getting-started',
        name: 'Getting started',
        position: 1,
        parent: undefined,
      }),
      expect.objectContaining({
        slug: 'getting-started-on-linux',
        name: 'On linux',
        position: 2,
        parent: 'getting-started',
      }),
    ]);
  });

  it('turns a folder of only folders into a category', () => {
    const { categories } = siteOf('a/b/c.html');
    expect(categories.map(({ slug, parent }) => [slug, parent])).toEqual([
      ['a', undefined],
      ['a-b', 'a'],
    ]);
  });

  it.each([
    ['two files', ['a-b.html', 'a_b.html'], 'a_b.html: has the same slug as a-b.html, a-b'],
    ['two endings', ['a.html', 'a.htm'], 'a.htm: has the same slug as a.html, a'],
    ['a file and an index', ['a.html', 'a/index.html'], 'a/index.html: has the same slug as a.html, a'],
    ['Markdown and HTML', ['a.md', 'a.html'], 'a.html: has the same slug as a.md, a'],
    [
      'a README and an index',
      ['a/README.md', 'a/index.html'],
      'a/index.html: has the same slug as a/README.md, a',
    ],
    ['a name of signs', ['a.html', '!.html'], '!.html: the name has no letters or digits for a slug'],
  ])('leaves out the second file with a slug: %s', (_, paths, message) => {
    const { guideSlugs, leftOut } = siteOf(...paths);
    expect([...guideSlugs.keys()]).toEqual([paths[0]]);
    expect(leftOut.flatMap(({ problems }) => problems)).toEqual([message]);
  });

  it('makes one category of folders with the same slug', () => {
    const { categories, remarks, placesOf } = siteOf('A b/c.html', 'a-b/d.html');
    expect(categories.map(({ slug, name }) => [slug, name])).toEqual([['a-b', 'A b']]);
    expect(remarks).toEqual(['a-b: is one category with A b, a-b']);
    expect(
      ['A b/c.html', 'a-b/d.html'].flatMap((path) => placesOf(path).map(({ position }) => position)),
    ).toEqual([1, 2]);
  });

  it('puts guides of a folder without letters or digits in the category above', () => {
    const { categories, remarks, placesOf } = siteOf('a/!/c.html');
    expect(categories.map(({ slug }) => slug)).toEqual(['a']);
    expect(remarks).toEqual(['a/!: the name has no letters or digits, so the folder is no category']);
    expect(placesOf('a/!/c.html')).toMatchObject([{ slug: 'a', position: 1 }]);
  });

  it('cuts the ids of Notion from names, unless two pages have the same name', () => {
    const [one, two] = ['0123456789abcdef0123456789abcdef', 'f123456789abcdef0123456789abcdef'];
    const { guideSlugs, categories, leftOut } = siteOf(
      `Start ${one}.md`,
      `Start ${two}.md`,
      `Start ${one}/Install it ${two}.md`,
    );
    expect([...guideSlugs.values()]).toEqual(['start', `start-${two}`, 'start-install-it']);
    expect(categories.map(({ slug, name }) => [slug, name])).toEqual([['start', 'Start']]);
    expect(leftOut).toEqual([]);
  });

  it('names a category by the index of Hugo', () => {
    const { categories } = siteOf({ path: 'a/_index.md', title: 'Start  here' }, 'a/b/_index.md', 'a/b/c.md');
    expect(categories.map(({ name }) => name)).toEqual(['Start here', 'B']);
  });

  it('takes the index of Hugo for the index of its folder', () => {
    expect([...siteOf('_index.md', 'a/_index.md').guideSlugs.values()]).toEqual(['index', 'a']);
  });

  it('keeps the places of files that are left out', () => {
    const leftOut = { place: 'a/1.md', problems: ['a/1.md: bad'], slugs: ['a-1'], empty: false };
    const { guideSlugs, placesOf } = siteOf({ path: 'a/1.md', leftOut }, 'a/2.md');
    expect([...guideSlugs.keys()]).toEqual(['a/2.md']);
    expect(placesOf('a/2.md')).toMatchObject([{ slug: 'a', position: 2 }]);
  });

  it.each([
    [
      'two pages of Notion',
      ['Page 0123456789abcdef0123456789abcdef.md', 'Page f123456789abcdef0123456789abcdef.md'],
      ['page'],
      ['page-f123456789abcdef0123456789abcdef'],
      1,
    ],
    ['Markdown and HTML', ['install.md', 'install.html'], ['install'], [], 2],
    ['one whose slug cannot be known', ['install.md', 'install.html'], undefined, [], 2],
    ['a slug in the file', ['a.md', 'b.md'], ['b', 'a'], [], 2],
  ])('keeps the slugs of files that are left out: %s', (_, [first = '', second = ''], slugs, named, left) => {
    const bad = { place: first, problems: [`${first}: bad`], slugs, empty: false };
    const { guideSlugs, leftOut } = siteOf({ path: first, leftOut: bad }, second);
    expect([...guideSlugs.values()]).toEqual(named);
    expect(leftOut).toHaveLength(left);
    expect(leftOut[0]).toEqual(bad);
  });

  it('gives the slug of an empty file to one that can have no other', () => {
    const leftOut = { place: 'a.md', problems: ['a.md: has no content'], slugs: ['a'], empty: true };
    expect([...siteOf({ path: 'a.md', leftOut }, 'a.html').guideSlugs]).toEqual([['a.html', 'a']]);
  });

  it('prefers the slug and categories in a file to its path and folder', () => {
    const { guideSlugs, categories, placesOf } = siteOf(
      'install/linux.md',
      {
        path: 'install/old/mac.md',
        slug: 'mac',
        categories: [
          { slug: 'install', name: 'install' },
          { slug: 'apple', name: 'Apple' },
        ],
      },
      { path: 'install/notes.md', categories: [] },
    );
    expect(guideSlugs.get('install/old/mac.md')).toBe('mac');
    expect(categories.map(({ slug, name, position, onlyNew }) => [slug, name, position, onlyNew])).toEqual([
      ['install', 'Install', 1, undefined],
      ['apple', 'Apple', 2, true],
    ]);
    const slugsOf = (path: string) => placesOf(path).map(({ slug }) => slug);
    expect(['install/linux.md', 'install/old/mac.md', 'install/notes.md'].map(slugsOf)).toEqual([
      ['install'],
      ['install', 'apple'],
      [],
    ]);
  });
});

describe('a folder with a category.yaml', () => {
  const sayings = (categories: SourceCategory[]) =>
    categories.map(({ slug, name, multipleGuidesName, position }) => [
      slug,
      name,
      multipleGuidesName,
      position,
    ]);

  it('has the name in the file, or the default', () => {
    const { categories } = createSite(
      [{ path: 'a/x.md' }, { path: 'b/x.md' }, { path: 'c/x.md' }],
      [
        { path: 'a/category.yaml', name: 'First', multipleGuidesName: 'Firsts', unknown: [] },
        { path: 'b/category.yaml', name: 'Second', unknown: [] },
        { path: 'c/category.yaml', multipleGuidesName: 'Thirds', unknown: [] },
      ],
    );
    expect(sayings(categories)).toEqual([
      ['a', 'First', 'Firsts', 1],
      ['b', 'Second', 'Second', 2],
      ['c', 'C', 'Thirds', 3],
    ]);
  });

  it('has the position in the file; other folders follow by name', () => {
    const { categories } = createSite(
      [
        { path: 'a/x.md' },
        { path: 'b/x.md' },
        { path: 'b/10/x.md' },
        { path: 'b/9/x.md' },
        { path: 'c/x.md', categories: [{ slug: 'named', name: 'Named' }] },
        { path: 'd/x.md' },
      ],
      [
        { path: 'b/category.yaml', position: 7, unknown: [] },
        { path: 'd/category.yaml', position: 0, unknown: [] },
      ],
    );
    const positions = categories.map(({ slug, position }) => [slug, position]);
    expect(positions).toEqual([
      ['a', 8],
      ['b', 7],
      ['b-9', 9],
      ['b-10', 10],
      ['d', 0],
      ['named', 11],
    ]);
  });

  it('is a category even without guides', () => {
    const { categories } = createSite(
      [{ path: 'x.md', categories: [{ slug: 'a', name: 'a' }] }],
      [{ path: 'a/b/category.yaml', name: 'Below', unknown: [] }],
    );
    expect(categories.map(({ slug, name, parent, onlyNew }) => [slug, name, parent, onlyNew])).toEqual([
      ['a', 'A', undefined, undefined],
      ['a-b', 'Below', 'a', undefined],
    ]);
  });
});

describe('the position of a guide', () => {
  it('applies in each category; other guides follow in reading order', () => {
    const both = [
      { slug: 'a', name: 'A' },
      { slug: 'b', name: 'B' },
    ];
    const { placesOf } = createSite([
      { path: 'a/README.md' },
      { path: 'a/one.md' },
      { path: 'a/two.md', position: 5, categories: both },
      { path: 'a/zero.md', position: 0 },
      { path: 'b/one.md' },
    ]);
    const placed = (path: string) => placesOf(path).map(({ slug, position }) => [slug, position]);
    expect(['a/README.md', 'a/one.md', 'a/two.md', 'a/zero.md', 'b/one.md'].map(placed)).toEqual([
      [['a', 6]],
      [['a', 7]],
      [
        ['a', 5],
        ['b', 5],
      ],
      [['a', 0]],
      [['b', 6]],
    ]);
  });
});
