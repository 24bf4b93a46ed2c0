import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMeilisearch, findVersitygw, startMeilisearch } from '@guidepost/local-servers';
import { findChromium, findPgBouncer } from '@guidepost/local-servers/testing';
import { AppError } from '@guidepost/service-kit';
import { openBrowser } from '@guidepost/testing/browser';
import { findEmbeddingModel } from '../embeddings/find-model.ts';

const SERVER_TIMEOUT = 5_000;

/** A program or server that some tests need and not every machine has; jest.config.mjs leaves those tests out. */
interface Engine {
  tests: string;
  isFound: () => boolean;
  /** Where it was looked for, as the end of a sentence. */
  wanted: string;
  /** Fails early if it does not work. @throws AppError `unavailable`: one line that begins with its variable */
  tryIt?: () => Promise<void>;
}

const ENGINES: readonly Engine[] = [
  {
    tests: 'Browser tests',
    isFound: () => findChromium() !== undefined,
    wanted:
      'there is no chromium-headless-shell, chromium, chromium-browser or google-chrome on the PATH, and CHROMIUM is not set',
    tryIt: tryBrowser,
  },
  {
    tests: 'Tests of a real embedding model',
    isFound: () => findEmbeddingModel() !== undefined,
    wanted: 'python3 on the PATH has none, and EMBEDDINGS_PYTHON names no other',
  },
  {
    tests: 'Meilisearch tests',
    isFound: () => Boolean(process.env.MEILI_URL) || findMeilisearch() !== undefined,
    wanted: 'there is no meilisearch on the PATH, and neither MEILISEARCH nor MEILI_URL is set',
    tryIt: tryMeilisearch,
  },
  {
    tests: 'Meilisearch tests that kill it',
    // Without any, the line above covers them.
    isFound: () => !process.env.MEILI_URL || findMeilisearch() !== undefined,
    wanted: 'there is no meilisearch on the PATH, and MEILISEARCH is not set',
  },
  {
    tests: 'Tests of files in an object store',
    isFound: () => Boolean(process.env.S3_TEST_URL) || findVersitygw() !== undefined,
    wanted: 'there is no versitygw on the PATH, and S3_TEST_URL is not set',
  },
  {
    tests: 'PgBouncer tests',
    isFound: () => findPgBouncer() !== undefined,
    wanted: 'there is no pgbouncer on the PATH, and PGBOUNCER is not set',
  },
];

/** A line for each kind of tests that this machine cannot run. */
export function testsLeftOut(): string[] {
  return ENGINES.filter(({ isFound }) => !isFound()).map(
    ({ tests, wanted }) => `${tests} were skipped: ${wanted}.`,
  );
}

/** @throws AppError `unavailable`: one line about the first engine that is there and does not work */
export async function tryEngines(): Promise<void> {
  for (const { tryIt } of ENGINES) await tryIt?.();
}

async function tryBrowser(): Promise<void> {
  if (!findChromium()) return;
  const browser = await openBrowser();
  await browser.close();
}

async function tryMeilisearch(): Promise<void> {
  const { MEILI_URL, MEILI_KEY = '' } = process.env;
  const program = findMeilisearch();
  if (program) await tryProgram(program);
  if (MEILI_URL) await tryServer(MEILI_URL, MEILI_KEY);
}

async function tryProgram(program: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-meilisearch-'));
  try {
    const server = await startMeilisearch({ program, directory: join(folder, 'meilisearch') });
    await server.stop();
  } catch (cause) {
    throw cause instanceof AppError
      ? new AppError('unavailable', `MEILISEARCH: ${cause.message}`, { cause })
      : cause;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function tryServer(url: string, key: string): Promise<void> {
  const answer = await fetch(`${url}/indexes?limit=1`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(SERVER_TIMEOUT),
  }).catch((cause: unknown) => {
    throw new AppError('unavailable', `MEILI_URL: nothing answers at ${url}`, { cause });
  });
  await answer.body?.cancel();
  if (!answer.ok)
    throw new AppError(
      'unavailable',
      `MEILI_KEY: ${url} does not show its indexes (status ${answer.status})`,
    );
}
