import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from '@jest/globals';
import { cleanStore } from '../clean-store.ts';
import { CLAIM, copyFile, type FileStore, readFile } from '../file-store.ts';

const HOUR = 3_600_000;

const NAME = '12-abcdefghijklmnop_-AB12.png';

export async function namesIn(store: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list()) names.push(name);
  return names.sort();
}

/** The contract of every store. @param folder where uploads may be left, on the disk of the store if it has one */
export function itIsAFileStore(open: () => Promise<{ store: FileStore; folder: string }>): void {
  let store: FileStore;
  let folder: string;

  beforeAll(async () => {
    ({ store, folder } = await open());
  });

  const contentOf = async (name: string, range?: { start: number; end: number }) => {
    const file = await store.open(name, range);
    return file && [file.size, await text(file.stream)];
  };

  it('returns what was put, from memory or from a file', async () => {
    await store.put(NAME, Buffer.from('0123456789'));
    expect(await contentOf(NAME)).toEqual([10, '0123456789']);
    const path = join(folder, 'upload');
    await writeFile(path, 'x'.repeat(300_000));
    await store.put('1-large.bin', { path });
    expect(await readFile(store, '1-large.bin')).toEqual(Buffer.from('x'.repeat(300_000)));
    expect(await store.sizeOf('1-large.bin')).toBe(300_000);
  });

  it.each([
    [0, 0, '0'],
    [2, 4, '234'],
    [7, 9, '789'],
    [0, 9, '0123456789'],
  ])('returns bytes %i to %i', async (start, end, expected) => {
    expect(await contentOf(NAME, { start, end })).toEqual([10, expected]);
  });

  it('replaces what had the name', async () => {
    await store.put('1-again.txt', Buffer.from('first'));
    await store.put('1-again.txt', Buffer.from('second'));
    expect(await contentOf('1-again.txt')).toEqual([6, 'second']);
  });

  it('has nothing for other names', async () => {
    expect(await store.open('1-none.png')).toBeUndefined();
    expect(await store.open('1-none.png', { start: 0, end: 1 })).toBeUndefined();
    expect(await store.sizeOf('1-none.png')).toBeUndefined();
    await store.delete('1-none.png');
  });

  it('lists names with their age, and not those that were deleted', async () => {
    await store.put('1-old.png', Buffer.from('x'));
    await store.delete('1-old.png');
    expect(await namesIn(store)).toEqual(['1-again.txt', '1-large.bin', NAME]);
    for await (const { changedAt } of store.list())
      expect(Math.abs(changedAt.getTime() - Date.now())).toBeLessThan(HOUR);
  });

  it('can be left unread', async () => {
    const { stream } = (await store.open('1-large.bin')) ?? {};
    stream?.destroy();
    expect(await store.sizeOf('1-large.bin')).toBe(300_000);
  });

  it('belongs to the first that claims it', async () => {
    const claims = await Promise.all([store.claim('ours'), store.claim('ours')]);
    expect([...claims, await store.claim('theirs')]).toEqual(['ours', 'ours', 'ours']);
  });

  it('copies what is not there yet, and says what is nowhere', async () => {
    const copy = (name: string, size: number) => copyFile(store, store, { name, size });
    expect(await copy(NAME, 10)).toBe('present');
    expect(await copy('1-none.png', 10)).toBe('missing');
    // Only whole files.
    expect(await copy(NAME, 11)).toBe('missing');
  });

  it('loses old files without a row, for its owner alone', async () => {
    const keep = async (asked: readonly string[]) =>
      new Set(asked.filter((name) => name === NAME || name === CLAIM));
    const clean = (owner: string, before: number) =>
      cleanStore(store, { owner, before: new Date(before), keep });
    await expect(clean('theirs', Date.now() + HOUR)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining(`delete ${store.place}/${CLAIM}`),
    });
    expect(await clean('ours', Date.now() - HOUR)).toBe(0);
    expect(await clean('ours', Date.now() + HOUR)).toBe(2);
    expect(await namesIn(store)).toEqual([NAME, CLAIM]);
  });
}
