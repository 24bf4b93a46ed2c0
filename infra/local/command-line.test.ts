import { readFile } from 'node:fs/promises';
import { startProgram } from '@guidepost/testing';
import { describe, expect, it } from '@jest/globals';

const ROOT = new URL('../../', import.meta.url);

/** The programs in `infra` that scripts of package.json run. */
async function programs(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8')) as {
    scripts: Record<string, string>;
  };
  // Tests take the options of Jest, and `npm run build` takes none.
  const others = ['infra/checks/run.ts', 'infra/build/copy-assets.ts'];
  const named = Object.values(scripts).flatMap((script) => script.match(/infra\/\S+\.ts/g) ?? []);
  return ['infra/local/start.ts', ...named.filter((program) => !others.includes(program))];
}

describe('a command of the repository', () => {
  it('reads its command line like the others', async () => {
    const without = [];
    for (const program of await programs())
      if (!/(readCommandLine|runCommand)\(/.test(await readFile(new URL(program, ROOT), 'utf8')))
        without.push(program);
    expect(without).toEqual([]);
  });

  it.each<[words: string[], code: number, printed: object]>([
    [
      ['--help'],
      0,
      { stdout: expect.stringMatching(/^Usage: npm start\n[\s\S]*\n {2}KB_PORT .* \(4010\)\n/) },
    ],
    [['--port', '1'], 2, { stderr: expect.stringMatching(/^error: Unknown option '--port'\n\nUsage: /) }],
    [['demo'], 2, { stderr: expect.stringMatching(/^error: Unexpected argument 'demo'\n\nUsage: /) }],
  ])('explains itself and starts nothing: npm start -- %j', async (words, code, printed) => {
    const { ended } = startProgram(new URL('infra/local/start.ts', ROOT), words, {});
    expect(await ended).toMatchObject({ code, ...printed });
  });
});
