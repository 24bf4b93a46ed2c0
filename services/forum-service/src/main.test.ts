import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startServiceProcess } from '@guidepost/testing';
import { describe, expect, it } from '@jest/globals';

const MAIN = new URL('./main.ts', import.meta.url);
const UNREACHABLE = {
  FORUM_DATABASE_URL: 'postgres://guidepost:hunter2@127.0.0.1:1/forum',
  FORUM_FILES_DIRECTORY: join(tmpdir(), 'guidepost-files-of-main'),
};

describe('the process', () => {
  it('prints its effective configuration with --check-config, secrets masked', async () => {
    const environment = { ...UNREACHABLE, FORUM_SECRET: 'hunter2-hunter2-hunter2', MEILI_KEY: 'hunter2' };
    const { output, exit } = startServiceProcess(MAIN, ['--check-config'], environment);
    const shown = await text(output);
    expect(await exit).toEqual([0, null]);
    expect(shown).toContain('FORUM_DATABASE_URL=postgres://guidepost:********@127.0.0.1:1/forum\n');
    expect(shown).toContain('FORUM_SECRET=********\n');
    expect(shown).toContain('POST_LIMIT=10\n');
    expect(shown).not.toContain('hunter2');
  });

  it('ends with one line that names the variable when its database cannot be reached', async () => {
    const { output, complaint, exit } = startServiceProcess(MAIN, [], UNREACHABLE);
    output.resume();
    expect(await exit).toEqual([1, null]);
    expect(await complaint).toMatch(/^FORUM_DATABASE_URL: connect ECONNREFUSED[^\n]*\n$/);
    await rm(UNREACHABLE.FORUM_FILES_DIRECTORY, { recursive: true });
  });

  it('ends with one line that names the variable when it cannot write files', async () => {
    const environment = { ...UNREACHABLE, FORUM_FILES_DIRECTORY: join(import.meta.filename, 'files') };
    const { output, complaint, exit } = startServiceProcess(MAIN, [], environment);
    output.resume();
    expect(await exit).toEqual([1, null]);
    expect(await complaint).toMatch(/^FORUM_FILES_DIRECTORY: cannot write to [^\n]*: ENOTDIR\n$/);
  });
});
