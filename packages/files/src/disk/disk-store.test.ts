import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, withFallback } from '../file-store.ts';
import { itIsAFileStore } from '../testing/store-contract.ts';
import { createDiskStore, incomingDirectory, prepareFileDirectory } from './disk-store.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'guidepost-disk-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function openStore(name: string) {
  const folder = join(directory, name);
  await prepareFileDirectory(folder, 'FILES');
  return { store: createDiskStore(folder), folder: incomingDirectory(folder) };
}

describe('a store on disk', () => {
  itIsAFileStore(() => openStore('contract'));

  it('is unavailable while its directory is', async () => {
    const store = createDiskStore('/nonexistent');
    for (const work of [() => store.put('1-a.png', Buffer.from('x')), () => store.claim('ours')])
      await expect(work()).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('a store with the former one', () => {
  it('reads both, writes one, and deletes from both', async () => {
    const { store: now } = await openStore('now');
    const { store: former } = await openStore('former');
    const both = withFallback(now, former);
    await former.put('1-old.png', Buffer.from('old'));
    await both.put('1-new.png', Buffer.from('new'));
    expect(String(await readFile(both, '1-old.png'))).toBe('old');
    expect([await both.sizeOf('1-old.png'), await both.sizeOf('1-new.png')]).toEqual([3, 3]);
    expect([await now.sizeOf('1-new.png'), await former.sizeOf('1-new.png')]).toEqual([3, undefined]);
    await both.delete('1-old.png');
    expect(await former.sizeOf('1-old.png')).toBeUndefined();
  });
});
