import { AppError } from '@guidepost/service-kit';
import type { EnqueuedTaskPromise } from 'meilisearch';
import { throwIfInvalid } from './engine-error.ts';

/**
 * Until its end, however long a large batch takes: given up, it would be done all the same, and be asked for once more.
 * Whether the server still answers is seen at each look.
 */
const WITHOUT_LIMIT = 0;

/** Milliseconds. */
const TASK_LOOK = 20;

/**
 * Waits for the end of a task.
 * @param fine the code of an error that is none here
 * @throws AppError `invalid` when it failed because of what was sent, else `unavailable`
 */
export async function done(enqueued: EnqueuedTaskPromise, fine?: string): Promise<void> {
  const { status, error } = await enqueued.waitTask({ timeout: WITHOUT_LIMIT, interval: TASK_LOOK });
  if (status === 'succeeded' || (error && error.code === fine)) return;
  if (error) throwIfInvalid(error);
  throw new AppError('unavailable', `Meilisearch: ${error?.message ?? `the task was ${status}`}`);
}
