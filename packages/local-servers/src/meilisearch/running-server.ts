import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@guidepost/service-kit';
import { commandLine } from '../programs/child-programs.ts';
import { unlessMissing } from '../programs/system-errors.ts';
import type { Locations } from './data-folder.ts';
import type { ServerProcess } from './spawn-server.ts';

const POLL_MILLISECONDS = 20;
const END_TIMEOUT_MILLISECONDS = 3_000;
const START_TIMEOUT_MILLISECONDS = 60_000;
const ANSWER_MILLISECONDS = 5_000;

/**
 * Waits until no server runs on the data, as one does for a moment after whoever started it was killed.
 * @throws AppError `unavailable` when it goes on running: two on the same data would spoil them
 */
export async function untilNoneRuns({ data, processId: file }: Locations): Promise<void> {
  const deadline = Date.now() + END_TIMEOUT_MILLISECONDS;
  const processId = Number.parseInt(await unlessMissing(readFile(file, 'utf8'), '0'), 10);
  while (await isServer(processId, data)) {
    if (Date.now() > deadline)
      throw new AppError('unavailable', `Meilisearch runs on ${data} already (process ${processId}).`);
    await delay(POLL_MILLISECONDS);
  }
}

/** Whether the process is a Meilisearch on these data, and not one that got the id after it. */
async function isServer(processId: number, data: string): Promise<boolean> {
  return processId > 0 && `${await commandLine(processId)} `.includes(` --db-path ${data} `);
}

/** Waits until the server answers. Throws `unavailable` with its last words when it won't. */
export async function untilReady(server: ServerProcess, at: { url: string; key: string }): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MILLISECONDS;
  const ended = server.ended.then(() => true);
  while (!(await answers(at))) {
    if (Date.now() > deadline) await server.stop();
    if (await Promise.race([ended, delay(POLL_MILLISECONDS, false)]))
      throw new AppError(
        'unavailable',
        `Meilisearch did not start: ${lastWords(await server.written())} (see ${server.log})`,
      );
  }
}

// Not /health, which anybody answers who has got the port before us: the key tells that it is ours.
async function answers({ url, key }: { url: string; key: string }): Promise<boolean> {
  try {
    const response = await fetch(`${url}/version`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

// What follows the error is a stack of calls.
function lastWords(log: string): string {
  const lines = log.trim().split('\n');
  const line = lines.findLast((text) => text.startsWith('Error: ')) ?? lines.at(-1) ?? '';
  return line.replace(/^Error: /, '') || 'it ended without a word';
}
