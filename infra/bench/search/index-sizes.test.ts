import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { directoryBytes, readStatus } from './index-sizes.ts';

describe('the size of an index', () => {
  it('is what all files of a folder take on the disk', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'guidepost-index-'));
    await mkdir(join(directory, 'indexes'));
    const empty = await directoryBytes(directory);
    await writeFile(join(directory, 'indexes', 'data'), Buffer.alloc(100_000, 1));
    const bytes = (await directoryBytes(directory)) - empty;
    await rm(directory, { recursive: true });
    expect(bytes).toBeGreaterThanOrEqual(100_000);
    expect(bytes).toBeLessThan(150_000);
  });
});

describe('the memory of a process', () => {
  it('is its own, and pages of files', () => {
    const status = `Name:	meilisearch
VmHWM:	  900000 kB
VmRSS:	  301000 kB
RssAnon:	  200000 kB
RssFile:	  100000 kB
RssShmem:	    1000 kB
`;
    expect(readStatus(status)).toEqual({ own: 204_800_000, files: 103_424_000 });
  });
});
