import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@guidepost/service-kit';

const BUSY = 5; // SQLITE_BUSY
const RETRY_MILLISECONDS = 25;
const TIMEOUT_MILLISECONDS = 180_000;

/**
 * Runs `action` while holding the lock file exclusively across processes. SQLite has the only file lock in Node's
 * library that the kernel releases when its holder dies, so locks never become stale.
 */
export async function withLock<Result>(file: string, action: () => Promise<Result>): Promise<Result> {
  const lock = new DatabaseSync(file);
  try {
    await acquire(lock, file);
    return await action();
  } finally {
    lock.close();
  }
}

async function acquire(lock: DatabaseSync, file: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MILLISECONDS;
  while (!tryAcquire(lock)) {
    if (Date.now() > deadline)
      throw new AppError('unavailable', `Another process has kept ${file} locked for too long.`);
    await delay(RETRY_MILLISECONDS);
  }
}

function tryAcquire(lock: DatabaseSync): boolean {
  try {
    // Without a journal on disk nothing is written, so a full disk cannot prevent stopping the server.
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === BUSY;
}
