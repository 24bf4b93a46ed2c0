import { AppError } from '@guidepost/service-kit';
import type { EnqueuedTaskPromise } from 'meilisearch';
import { throwIfInvalid } from './engine-error.ts';

/** A task that is given up continues and would be sent again. Each poll checks the server. */
const WITHOUT_LIMIT = 0;

/** Milliseconds. */
const TASK_LOOK = 20;

/** @param fine an error code to ignore @throws AppError `invalid` for a fault of the request, else `unavailable` */
export async function done(enqueued: EnqueuedTaskPromise, fine?: string): Promise<void> {
  const { status, error } = await enqueued.waitTask({ timeout: WITHOUT_LIMIT, interval: TASK_LOOK });
  if (status === 'succeeded' || (error && error.code === fine)) return;
  if (error) throwIfInvalid(error);
  throw new AppError('unavailable', `Meilisearch: ${error?.message ?? `the task was ${status}`}`);
}
