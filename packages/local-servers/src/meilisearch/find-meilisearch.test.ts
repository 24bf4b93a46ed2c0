import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findMeilisearch } from './find-meilisearch.ts';

const { PATH, MEILISEARCH } = process.env;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-find-'));
  for (const name of ['first', 'second', 'text']) await mkdir(join(folder, name));
  for (const name of ['first', 'second'])
    await writeFile(join(folder, name, 'meilisearch'), '', { mode: 0o755 });
  await writeFile(join(folder, 'text/meilisearch'), '', { mode: 0o644 });
});
beforeEach(() => {
  delete process.env.MEILISEARCH;
});
afterAll(async () => {
  Object.assign(process.env, { PATH, ...(MEILISEARCH && { MEILISEARCH }) });
  await rm(folder, { recursive: true });
});

function setPath(...names: string[]): void {
  process.env.PATH = names.map((name) => join(folder, name)).join(delimiter);
}

describe('findMeilisearch', () => {
  it('finds the first executable on the PATH', () => {
    setPath('none', 'text', 'second', 'first');
    expect(findMeilisearch()).toBe(join(folder, 'second/meilisearch'));
  });

  it('finds none on a PATH without one', () => {
    setPath('none', 'text');
    expect(findMeilisearch()).toBeUndefined();
  });

  it('prefers MEILISEARCH, whether it is executable or not', () => {
    setPath('first');
    process.env.MEILISEARCH = '/nowhere/engine';
    expect(findMeilisearch()).toBe('/nowhere/engine');
  });

  it('returns an absolute path', () => {
    process.env.MEILISEARCH = relative('.', join(folder, 'first/meilisearch'));
    expect(findMeilisearch()).toBe(join(folder, 'first/meilisearch'));
    delete process.env.MEILISEARCH;
    process.env.PATH = relative('.', join(folder, 'second'));
    expect(findMeilisearch()).toBe(join(folder, 'second/meilisearch'));
  });
});
