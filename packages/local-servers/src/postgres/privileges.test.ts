import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startPostgres } from './start-postgres.ts';
import { spawnHolder } from './testing/clusters.ts';

const isRoot = process.getuid?.() === 0;

async function isOpenToOthers(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & 0o001) === 0) return false;
  return folder === dirname(folder) || isOpenToOthers(dirname(folder));
}

const canRunAsOthers = await isOpenToOthers(import.meta.dirname);

describe('the account that PostgreSQL runs as', () => {
  let folder: string;
  let directory: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guidepost-privileges-'));
    await chmod(folder, 0o755);
    directory = join(folder, 'postgres');
  });
  afterEach(() => rm(folder, { recursive: true }));

  // An `unshare` that fails as the real one does without user namespaces.
  async function pathWithoutNamespaces(): Promise<string> {
    await writeFile(join(folder, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    return `${folder}:${process.env.PATH}`;
  }

  it('leaves the files to the account that started it, even root', async () => {
    const cluster = await startPostgres({ directory, durable: false });
    expect((await stat(directory)).uid).toBe(process.getuid?.());
    expect(await cluster.release()).toBe('stopped');
  });

  // Only root has the choice, and needs a checkout that other accounts can access.
  if (isRoot && canRunAsOthers) {
    it('is another one, permanently, where root cannot use user namespaces', async () => {
      const holder = spawnHolder(directory, { PATH: await pathWithoutNamespaces() });
      await holder.started;
      const { uid } = await stat(directory);
      expect(uid).not.toBe(0);
      expect(await holder.release()).toBe('stopped');

      const cluster = await startPostgres({ directory, durable: false });
      const { uid: serverUid } = await stat(join(directory, 'postmaster.pid'));
      expect(serverUid).toBe(uid);
      expect(await cluster.release()).toBe('stopped');
    });
  }
});
