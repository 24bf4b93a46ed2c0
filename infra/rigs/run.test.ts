import { readdir } from 'node:fs/promises';
import { type ProgramResult, startProgram } from '@guidepost/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';

function rig(...words: string[]): Promise<ProgramResult> {
  return startProgram(new URL('./run.ts', import.meta.url), words, { PATH: '/nowhere' }).ended;
}

describe('npm run rig', () => {
  let list: string;
  let names: string[];

  beforeAll(async () => {
    const { code, stdout } = await rig();
    expect(code).toBe(0);
    list = stdout;
    names = Array.from(list.matchAll(/^ {2}([a-z-]+)/gm), ([, name = '']) => name);
  });

  it('lists the scenarios with their options, each with one line', async () => {
    const files = await readdir(new URL('./scenarios', import.meta.url));
    expect(names).toEqual(expect.arrayContaining(files.map((file) => file.replace('.ts', ''))));
    expect(list).toContain(
      '  fuzz [--requests 1000000] [--minutes 600] [--seed 18]\n      sends generated requests',
    );
  });

  it('says what a scenario does, and what its words and options mean', async () => {
    const { code, stdout } = await rig('faults', '--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: npm run rig -- faults \[<fault>…\]\n\nProvokes faults .*\./);
    expect(stdout).toMatch(/\n {6}service-killed\n/);
    expect(stdout).toMatch(/\n {2}--rate +posts a second, .* \(200\)\n$/);
  });

  it.each<[what: string, words: string[], complaint: string]>([
    ['an unknown scenario', ['drill'], 'There is no scenario drill'],
    ['an unknown word', ['faults', 'fire'], 'faults does not know fire'],
    ['a word that it has no use for', ['soak', 'fire'], "Unexpected argument 'fire'"],
    ['an unknown option', ['soak', '--hours', '1'], "Unknown option '--hours'"],
    ['no number', ['soak', '--minutes', 'one'], '--minutes must be a whole number from 1 to 999999999.'],
  ])('refuses %s, and starts nothing', async (_, words, complaint) => {
    expect(await rig(...words)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^error: ${complaint}\n\nUsage: npm run rig`)),
    });
  });

  it.each([
    [['instances'], 'instances cannot run here: no haproxy on the PATH.\n'],
    [['search'], 'search cannot run here: no Meilisearch (MEILISEARCH).\n'],
    [['faults', 'store-away'], 'faults cannot run here: no object store (versitygw).\n'],
    [
      ['restore-drill'],
      'restore-drill cannot run here: no installed PostgreSQL (POSTGRES_PROGRAMS, or pg_config on the PATH).\n',
    ],
  ])('ends with its own code where a program is missing: %j', async (words, stderr) => {
    expect(await rig(...words)).toEqual({ code: 3, stdout: '', stderr });
  });
});
