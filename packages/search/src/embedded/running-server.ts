import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@guidepost/service-kit';
import { commandLine, hasCode } from '@guidepost/service-kit/embedded';
import type { Locations } from './locations.ts';

const POLL_MILLISECONDS = 10;
const PATIENCE_MILLISECONDS = 3_000;

/**
 * Waits until no server runs on the data, as one does for a moment after whoever started it was killed.
 * @throws AppError `unavailable` when it goes on running: two on the same data would spoil them
 */
export async function untilNoneRuns({ data, processId: file }: Locations): Promise<void> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  const processId = await readProcessId(file);
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

async function readProcessId(file: string): Promise<number> {
  try {
    return Number.parseInt(await readFile(file, 'utf8'), 10);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0;
    throw error;
  }
}
