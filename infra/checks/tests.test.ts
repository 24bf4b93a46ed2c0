import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ListeningApp, listenWith } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/settings.ts';
import ShuffledOrder from './shuffled-order.ts';
import { slowestFiles } from './tests.ts';

describe('npm test', () => {
  const RUN = ['--conditions=source', 'infra/checks/run.ts', '--passWithNoTests', 'no-such-test'];
  const LIST = ['node_modules/jest/bin/jest.js', '--listTests'];

  /** A machine with Node.js alone. */
  const BARE = {
    PATH: '/nowhere',
    CHROMIUM: '',
    MEILISEARCH: '',
    MEILI_URL: '',
    MEILI_KEY: '',
    EMBEDDINGS_PYTHON: '',
    S3_TEST_URL: '',
    PGBOUNCER: '',
  };

  interface Ended {
    code: number;
    stdout: string;
    stderr: string;
  }

  let folder: string;
  let broken: string;
  let forbidding: ListeningApp;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guidepost-left-out-'));
    broken = join(folder, 'broken');
    await writeFile(broken, '#!/bin/sh\necho "libnss3.so is missing" >&2\nexit 127\n', { mode: 0o755 });
    forbidding = await listenWith((_, response) => response.writeHead(403).end());
  });

  afterAll(async () => {
    await forbidding.close();
    await rm(folder, { recursive: true });
  });

  function runNode(words: string[], has: Partial<typeof BARE>): Promise<Ended> {
    const { promise, resolve } = Promise.withResolvers<Ended>();
    const env = { ...process.env, ...BARE, TMPDIR: folder, ...has };
    execFile(process.execPath, words, { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    return promise;
  }

  describe('npm test says in one line', () => {
    async function complaintOf(has: Partial<typeof BARE>): Promise<string> {
      const { code, stdout, stderr } = await runNode(RUN, has);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      return stderr;
    }

    it('that CHROMIUM names nothing', async () => {
      expect(await complaintOf({ CHROMIUM: '/nowhere/chromium' })).toBe(
        'CHROMIUM: /nowhere/chromium does not start as a browser\n',
      );
    });

    it('that CHROMIUM does not start, and why', async () => {
      expect(await complaintOf({ CHROMIUM: broken })).toBe(
        `CHROMIUM: ${broken} does not start as a browser: libnss3.so is missing\n`,
      );
    });

    it('that MEILISEARCH does not start, and why', async () => {
      expect(await complaintOf({ MEILISEARCH: broken })).toBe(
        `MEILISEARCH: ${broken} does not run on ${process.platform} ${process.arch}: libnss3.so is missing\n`,
      );
    });

    it('that nothing answers at MEILI_URL', async () => {
      expect(await complaintOf({ MEILI_URL: 'http://127.0.0.1:1' })).toBe(
        'MEILI_URL: nothing answers at http://127.0.0.1:1\n',
      );
    });

    it('that MEILI_KEY does not open it', async () => {
      expect(await complaintOf({ MEILI_URL: forbidding.origin })).toBe(
        `MEILI_KEY: ${forbidding.origin} does not show its indexes (status 403)\n`,
      );
    });
  });

  describe('npm test says before the numbers', () => {
    it('what was left out, and for want of what', async () => {
      const { stdout } = await runNode(RUN, {});
      expect(stdout.split('\n').slice(-7)).toEqual([
        'Browser tests were skipped: there is no chromium-headless-shell, chromium, chromium-browser or google-chrome on the PATH, and CHROMIUM is not set.',
        'Tests of a real embedding model were skipped: python3 on the PATH has none, and EMBEDDINGS_PYTHON names no other.',
        'Meilisearch tests were skipped: there is no meilisearch on the PATH, and neither MEILISEARCH nor MEILI_URL is set.',
        'Tests of files in an object store were skipped: there is no versitygw on the PATH, and S3_TEST_URL is not set.',
        'PgBouncer tests were skipped: there is no pgbouncer on the PATH, and PGBOUNCER is not set.',
        '0 passed, 0 failed',
        '',
      ]);
    });

    it('that there was a Meilisearch, but none that tests may kill', async () => {
      const open = await listenWith((_, response) => response.end('{}'));
      const { stdout } = await runNode(RUN, { MEILI_URL: open.origin });
      expect(stdout.split('\n').at(-5)).toBe(
        'Meilisearch tests that kill it were skipped: there is no meilisearch on the PATH, and MEILISEARCH is not set.',
      );
      await open.close();
    });
  });

  describe('npm test without a matching file', () => {
    it('says so and fails', async () => {
      const { code, stderr } = await runNode([...RUN.slice(0, 2), 'no-such-test'], {});
      expect(code).toBe(1);
      expect(stderr.split('\n').slice(-2)).toEqual(['No test file matches no-such-test', '']);
    });
  });

  describe('Jest', () => {
    const KINDS = ['browser', 'meilisearch', 'meilisearch-program', 'pgbouncer', 's3'];

    it.each([
      ['nothing else', {}, []],
      ['a browser', { CHROMIUM: '/usr/bin/chromium' }, ['browser']],
      ['a Meilisearch', { MEILI_URL: 'http://127.0.0.1:7700' }, ['meilisearch']],
      ['a program for one', { MEILISEARCH: '/usr/bin/meilisearch' }, ['meilisearch', 'meilisearch-program']],
      ['an object store', { S3_TEST_URL: 'http://127.0.0.1:7070' }, ['s3']],
      ['a pooler', { PGBOUNCER: '/usr/sbin/pgbouncer' }, ['pgbouncer']],
    ])('runs the tests for which there is %s', async (_, has, kinds) => {
      const paths = (await runNode(LIST, has)).stdout.split('\n');
      const run = KINDS.filter((kind) => paths.some((path) => path.endsWith(`.${kind}.test.ts`)));
      expect(run).toEqual(kinds);
    });
  });
});

const NAMES = Array.from({ length: 20 }, (_, index) => `packages/http/src/${index}.test.ts`);

function orderOf(seed: number, { rootDir = '/home/anna', names = NAMES } = {}): string[] {
  const files = names.map((name) => ({ path: `${rootDir}/${name}` }));
  const order = new ShuffledOrder({ globalConfig: { seed, rootDir } });
  return order.sort(files).map(({ path }) => path.slice(rootDir.length + 1));
}

describe('the order of test files', () => {
  it('differs by seed, with the same files', () => {
    expect(orderOf(1)).not.toEqual(orderOf(2));
    expect(orderOf(1).toSorted()).toEqual(NAMES.toSorted());
  });

  it('is the same for the same seed, independent of the checkout’s path and Jest’s order', () => {
    expect(orderOf(1, { rootDir: '/srv', names: NAMES.toReversed() })).toEqual(orderOf(1));
  });

  it('begins with files that take long', () => {
    const long = [
      'services/kb-service/src/tests/fuzzing.test.ts',
      'packages/pages/src/looks.browser.test.ts',
    ];
    expect(
      orderOf(1, { names: [...NAMES, ...long] })
        .slice(0, 2)
        .toSorted(),
    ).toEqual(long.toSorted());
  });

  it('stays the same for a subset of the files', () => {
    const some = NAMES.slice(5, 10);
    expect(orderOf(1, { names: some })).toEqual(orderOf(1).filter((name) => some.includes(name)));
  });
});

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: join(ROOT, `infra/${index + 1}.test.ts`),
    startTime: 1_000,
    endTime: 2_000 + index * 1_000,
  }));

describe('the slowest test files', () => {
  it('lists ten, slowest first, with their seconds', () => {
    const lines = slowestFiles(files(12));
    expect(lines).toHaveLength(11);
    expect(lines.slice(0, 2)).toEqual(['The 10 slowest of 12 test files:', '  12.0 s  infra/12.test.ts']);
    expect(lines.at(-1)).toBe('   3.0 s  infra/3.test.ts');
  });

  it('lists nothing for up to ten files', () => {
    expect(slowestFiles(files(10))).toEqual([]);
  });
});
