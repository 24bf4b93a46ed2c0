import { type ProgramResult, startProgram } from '@guidepost/testing';
import { describe, expect, it } from '@jest/globals';

function mutants(...words: string[]): Promise<ProgramResult> {
  const { GUIDEPOST_TEST_SERVER: serverUrl = '' } = process.env;
  return startProgram(new URL('./run.ts', import.meta.url), words, { TEST_DATABASE_URL: serverUrl }).ended;
}

describe('npm run mutants', () => {
  it.each<[what: string, words: string[], complaint: string]>([
    ['no folder', [], 'Which folder?'],
    ['a folder that does not exist', ['packages/nowhere'], 'There is no packages/nowhere'],
    ['a folder without sources', ['docs'], 'There are no sources in docs'],
    [
      'a folder without tests',
      ['packages/service-context/src'],
      'No test file of packages/service-context belongs to',
    ],
    ['an unknown option', ['packages/http', '--all'], "Unknown option '--all'"],
  ])('refuses %s, and says how it is used', async (_, words, complaint) => {
    const { code, stdout, stderr } = await mutants(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^error: ${complaint}.*\n\nUsage: npm run mutants`));
  });

  it('tries every mutant of a file, and says how many the tests notice', async () => {
    const { code, stdout } = await mutants('services/forum-service/src/model/tag.ts');
    expect(stdout).toMatch(/^ tag\.ts +\| +\d+\.\d\d \|/m);
    expect(code).toBe(0);
  });
});
