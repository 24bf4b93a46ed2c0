import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestFiles, writeFiles } from '../../../testing/import-fixture.ts';
import { readCategoryFiles } from './category-files.ts';

describe('category.yaml', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guidepost-categories-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function readAll(files: TestFiles) {
    const root = await mkdtemp(join(folder, 'manual-'));
    await writeFiles(root, files);
    return readCategoryFiles(root, Object.keys(files));
  }

  const read = async (text: string | Uint8Array) => (await readAll({ 'a/category.yaml': text }))[0];

  it('sets the name and the position of the category', async () => {
    const text = '---\nname: "  Getting\tstarted "\nmultiple_guides_name: 2026\nposition: 3\n';
    expect(await read(text)).toEqual({
      path: 'a/category.yaml',
      name: 'Getting started',
      multipleGuidesName: '2026',
      position: 3,
      unknown: [],
    });
  });

  it.each([
    ['nothing', '', {}],
    ['a comment only', '# later', {}],
    ['a byte order mark', '\ufeffname: A', { name: 'A' }],
    ['CRLF line ends', 'name: A\r\nposition: 1\r\n', { name: 'A', position: 1 }],
    ['unknown keys', 'title: A\nicon: b', { unknown: ['title', 'icon'] }],
    ['a name of 200 characters', `name: ${'å'.repeat(200)}`, { name: 'å'.repeat(200) }],
  ])('may have %s', async (_, text, expected) => {
    expect(await read(text)).toEqual({ path: 'a/category.yaml', unknown: [], ...expected });
  });

  it.each([
    ['truncated YAML', 'name: "A', /^a\/category\.yaml: line 1: Missing closing "quote/],
    ['a key twice', 'name: a\nname: b', 'line 2: Map keys must be unique'],
    ['a list', '- name: a', 'line 1: the file must be a mapping such as "name: Install"'],
    ['two documents', 'name: a\n---\nname: b', 'line 2: '],
    [
      'a name that is a list',
      'position: 1\nname: [a]',
      'line 2: name must be text of at most 200 characters',
    ],
    ['a longer name', `name: ${'a'.repeat(201)}`, 'line 1: name must be text of at most 200 characters'],
    ['an invisible name', 'name: "\\x01"', 'line 1: name must be text of at most 200 characters'],
    ['a lone surrogate', 'name: "\\uD800"', 'line 1: name must be text of at most 200 characters'],
    ['an alias', 'name: &a b\nmultiple_guides_name: *a', 'line 2: multiple_guides_name must be text'],
    ['a position below 0', 'position: -1', 'line 1: position must be a whole number from 0 to 1000000'],
    ['more than 20,000 characters', `name: ${'a'.repeat(20_000)}`, 'line 1: the file is too large'],
    ['brackets without end', `name: ${'['.repeat(10_000)}`, 'line 1: the file is too large'],
    ['bytes that are not UTF-8', Buffer.from('name: \xe9', 'latin1'), 'invalid utf-8 at byte 6'],
  ])('is reported with its line if it has %s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(
      typeof message === 'string' ? `a/category.yaml: ${message}` : message,
    );
  });

  it('is refused at the root, and all invalid files are reported', async () => {
    await expect(readAll({ 'category.yaml': 'name: A', 'a/category.yaml': 'name: []' })).rejects.toThrow(
      'category.yaml: only subfolders are categories\na/category.yaml: line 1: name must be',
    );
  });
});
