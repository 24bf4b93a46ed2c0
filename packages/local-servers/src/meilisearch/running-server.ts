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
 * Waits until no server runs on the data; one may for a moment after its parent was killed.
 * @throws AppError `unavailable` if it keeps running: two servers would corrupt the data
 */
export async function untilNoneRuns({ data, processId: file }: Locations): Promise<void> {
  const deadline = Date.now() + END_TIMEOUT_MILLISECONDS;
  const processId = Number.parseInt(await unlessMissing(readFile(file, 'utf8'), '0'), 10);
  while (await isServer(processId, data)) {
    if (Date.now() > deadline)
      throw new AppError('unavailable', `Meilisearch already runs on ${data} (process ${processId}).`);
    await delay(POLL_MILLISECONDS);
  }
}

/** Whether the process is a Meilisearch on this data; its id may have been reused. */
async function isServer(processId: number, data: string): Promise<boolean> {
  return processId > 0 && `${await commandLine(processId)} `.includes(` --db-path ${data} `);
}

/** Waits until the server answers. Throws `unavailable` with its last output if it does not. */
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

// Unlike /health, this needs the key, so no other server on our port can pass.
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

// A stack trace follows the error.
function lastWords(log: string): string {
  const lines = log.trim().split('\n');
  const line = lines.findLast((text) => text.startsWith('Error: ')) ?? lines.at(-1) ?? '';
  return line.replace(/^Error: /, '') || 'it ended without output';
}
