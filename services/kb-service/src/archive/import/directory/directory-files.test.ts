import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compareFolders, findFiles } from './directory-files.ts';

describe('findFiles', () => {
  let folder: string;
  let root: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guidepost-files-'));
    root = join(folder, 'manual');
    for (const path of ['secret.html', 'elsewhere/a.html']) await write(join(folder, path));
    for (const path of [
      'b.html',
      'index.html',
      'chapter-10.htm',
      'chapter-2.XHTML',
      'style.css',
      'chapter-3.md',
      'sub/README.md',
      '.hidden.html',
    ]) {
      await write(join(root, path));
    }
    for (const path of ['.git/a.html', 'sub/z.html', 'sub/deeper/index.html']) await write(join(root, path));
    await symlink('../secret.html', join(root, 'out.html'));
    await symlink('../elsewhere', join(root, 'out'));
    await symlink('b.html', join(root, 'c.html'));
    await symlink('.', join(root, 'round'));
    await symlink('nowhere.html', join(root, 'dangling.html'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function write(path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '<p>x</p>');
  }

  it('finds HTML and Markdown in reading order: index, numbered files, folders', async () => {
    const { guides } = await findFiles(root);
    expect(guides).toEqual([
      'index.html',
      'b.html',
      'c.html',
      'chapter-2.XHTML',
      'chapter-3.md',
      'chapter-10.htm',
      'sub/README.md',
      'sub/z.html',
      'sub/deeper/index.html',
    ]);
  });

  it('finds category.yaml files', async () => {
    for (const path of ['sub/category.yaml', 'sub/deeper/my-category.yaml']) await write(join(root, path));
    expect(await findFiles(root)).toMatchObject({
      categories: ['sub/category.yaml'],
      others: ['style.css', 'sub/deeper/my-category.yaml'],
    });
  });

  it('S9 skips and counts symbolic links out of the directory', async () => {
    expect(await findFiles(root)).toMatchObject({ foreign: 4 });
  });
});

describe('compareFolders', () => {
  it('sorts by name, parents first', () => {
    const folders = ['b/2', 'a', 'b/10/x', 'b', 'b/10', 'a b/c', 'a b', 'b/2/y'];
    expect(folders.sort(compareFolders)).toEqual([
      'a',
      'a b',
      'a b/c',
      'b',
      'b/2',
      'b/2/y',
      'b/10',
      'b/10/x',
    ]);
  });
});
