import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/settings.ts';

const RUN = ['--conditions=source', 'infra/checks/run.ts', '--passWithNoTests', 'no-such-test'];
const LIST = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--listTests'];

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-browser-'));
  await writeFile(join(folder, 'broken'), '#!/bin/sh\necho "libnss3.so is missing" >&2\nexit 127\n', {
    mode: 0o755,
  });
});

afterAll(() => rm(folder, { recursive: true }));

/** Runs Node.js where the PATH leads nowhere, and `CHROMIUM` is this. */
function runNode(words: string[], chromium: string): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const env = { ...process.env, PATH: '/nowhere', TMPDIR: folder, CHROMIUM: chromium };
  execFile(process.execPath, words, { cwd: ROOT, env }, (error, stdout, stderr) =>
    resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
  );
  return promise;
}

describe('npm test', () => {
  it('says in one line that CHROMIUM names nothing', async () => {
    const stderr = 'CHROMIUM: /nowhere/chromium does not start as a browser\n';
    expect(await runNode(RUN, '/nowhere/chromium')).toEqual({ code: 1, stdout: '', stderr });
  });

  it('says in one line that CHROMIUM does not start, and why', async () => {
    const broken = join(folder, 'broken');
    const stderr = `CHROMIUM: ${broken} does not start as a browser: libnss3.so is missing\n`;
    expect(await runNode(RUN, broken)).toEqual({ code: 1, stdout: '', stderr });
  });

  it('says before the numbers that there was no browser', async () => {
    const { stdout } = await runNode(RUN, '');
    expect(stdout).toMatch(/\nBrowser tests were left out: .* CHROMIUM names none\.\n0 passed, 0 failed\n$/);
  });
});

describe('Jest', () => {
  const browserTests = async (chromium: string) =>
    (await runNode(LIST, chromium)).stdout.split('\n').filter((path) => path.endsWith('.browser.test.ts'));

  it('runs the browser tests where there is a browser, and leaves them out where there is none', async () => {
    expect(await browserTests('/usr/bin/chromium')).not.toEqual([]);
    expect(await browserTests('')).toEqual([]);
  });
});
