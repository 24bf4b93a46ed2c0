import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine } from '../programs/child-programs.ts';
import { unlessMissing } from '../programs/system-errors.ts';
import { type Locations, socketFile } from './locations.ts';

export interface RunningServer {
  processId: number;
  data: string;
  socketFolder: string;
  /** False while it starts, recovers or stops. */
  ready: boolean;
}

export async function findServer(data: string): Promise<RunningServer | undefined> {
  const lines = (await unlessMissing(readFile(pidFile(data), 'utf8'), '')).split('\n');
  const processId = Number(lines[0]);
  if (!Number.isInteger(processId) || processId <= 0) return undefined;
  if (!(await isPostmaster(processId, data))) return undefined;
  return { processId, data, socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

/**
 * Removes the files of a killed server: PostgreSQL does not start if another process of the same user has reused their
 * id. Call under the lock, and only if `findServer` found nothing.
 */
export async function removeLeftovers(locations: Locations): Promise<void> {
  const socket = socketFile(locations.socketFolder);
  for (const file of [pidFile(locations.data), socket, `${socket}.lock`]) await rm(file, { force: true });
}

function pidFile(data: string): string {
  return join(data, 'postmaster.pid');
}

/** Whether the process is a PostgreSQL server on this data; its id may have been reused. */
export async function isPostmaster(processId: number, data: string): Promise<boolean> {
  const command = await commandLine(processId);
  return /^\S*postgres\b/.test(command) && `${command} `.includes(` -D ${data} `);
}
