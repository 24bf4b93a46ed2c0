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

  it('says what the category is called and where it is', async () => {
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
    ['lines that end as on Windows', 'name: A\r\nposition: 1\r\n', { name: 'A', position: 1 }],
    ['keys that mean nothing here', 'title: A\nicon: b', { unknown: ['title', 'icon'] }],
    ['a name of 200 characters', `name: ${'å'.repeat(200)}`, { name: 'å'.repeat(200) }],
  ])('may have %s', async (_, text, expected) => {
    expect(await read(text)).toEqual({ path: 'a/category.yaml', unknown: [], ...expected });
  });

  it.each([
    ['YAML that breaks off', 'name: "A', /^a\/category\.yaml: line 1: Missing closing "quote/],
    ['a key twice', 'name: a\nname: b', 'line 2: Map keys must be unique'],
    ['a list', '- name: a', 'line 1: the file must be names with values, such as "name: Install"'],
    ['two documents', 'name: a\n---\nname: b', 'line 2: '],
    ['a list as name', 'position: 1\nname: [a]', 'line 2: name must be text of 200 characters at most'],
    ['a longer name', `name: ${'a'.repeat(201)}`, 'line 1: name must be text of 200 characters at most'],
    ['a name that shows nothing', 'name: "\\x01"', 'line 1: name must be text of 200 characters at most'],
    ['half a sign', 'name: "\\uD800"', 'line 1: name must be text of 200 characters at most'],
    ['an alias', 'name: &a b\nmultiple_guides_name: *a', 'line 2: multiple_guides_name must be text'],
    ['a position below 0', 'position: -1', 'line 1: position must be a whole number from 0 to 1000000'],
    ['more than 20,000 characters', `name: ${'a'.repeat(20_000)}`, 'line 1: the file is too large'],
    ['brackets without end', `name: ${'['.repeat(10_000)}`, 'line 1: the file is too large'],
    ['bytes that are not UTF-8', Buffer.from('name: \xe9', 'latin1'), 'not utf-8 at byte 6'],
  ])('is named with its line when it has %s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(
      typeof message === 'string' ? `a/category.yaml: ${message}` : message,
    );
  });

  it('is not for the top, and all that are not in order are named', async () => {
    await expect(readAll({ 'category.yaml': 'name: A', 'a/category.yaml': 'name: []' })).rejects.toThrow(
      'category.yaml: only folders are categories, the top is none\na/category.yaml: line 1: name must be',
    );
  });
});
