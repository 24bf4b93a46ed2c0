import { describe, expect, it } from '@jest/globals';
import { createSite, type GuideFile } from './site.ts';

const siteOf = (...files: (string | GuideFile)[]) =>
  createSite(files.map((file) => (typeof file === 'string' ? { path: file } : file)));

describe('createSite', () => {
  it('makes a slug of the whole path, whatever other files there are', () => {
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

  it('makes categories of folders, each below the one that it is in', () => {
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

  it('makes a category of a folder that holds folders only', () => {
    const { categories } = siteOf('a/b/c.html');
    expect(categories.map(({ slug, parent }) => [slug, parent])).toEqual([
      ['a', undefined],
      ['a-b', 'a'],
    ]);
  });

  it.each([
    ['two files', ['a-b.html', 'a_b.html'], 'a-b.html and a_b.html have the same slug, a-b'],
    ['two endings', ['a.html', 'a.htm'], 'a.html and a.htm have the same slug, a'],
    ['a file and an index', ['a.html', 'a/index.html'], 'a.html and a/index.html have the same slug, a'],
    ['two folders', ['A b/c.html', 'a-b/d.html'], 'A b and a-b have the same slug, a-b'],
    ['Markdown and HTML', ['a.md', 'a.html'], 'a.md and a.html have the same slug, a'],
    ['a README and an index', ['a/README.md', 'a/index.html'], 'have the same slug, a'],
    ['a name of signs', ['!.html'], '!.html: the name holds neither letter nor digit to make a slug of'],
  ])('names what has the same slug: %s', (_, paths, message) => {
    expect(() => siteOf(...paths)).toThrow(message);
  });

  it('takes slug and categories that a file names instead of its path and folder', () => {
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
    expect(['install/linux.md', 'install/old/mac.md', 'install/notes.md'].map(placesOf)).toEqual([
      ['install'],
      ['install', 'apple'],
      [],
    ]);
  });
});
