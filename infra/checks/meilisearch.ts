import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMeilisearch, startMeilisearch } from '@guidepost/local-servers';
import { AppError } from '@guidepost/service-kit';

const TIMEOUT = 5_000;

/** A note for runs without a Meilisearch, or without one that tests may kill. */
export function meilisearchTestsLeftOut(): string | undefined {
  if (findMeilisearch()) return undefined;
  return process.env.MEILI_URL
    ? 'Meilisearch tests that kill it were skipped: there is no meilisearch on the PATH, and MEILISEARCH is not set.'
    : 'Meilisearch tests were skipped: there is no meilisearch on the PATH, and neither MEILISEARCH nor MEILI_URL is set.';
}

/** Fails early without a working Meilisearch. @throws AppError `unavailable`: one line naming the variable */
export async function tryMeilisearch(): Promise<void> {
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
    signal: AbortSignal.timeout(TIMEOUT),
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
