import type { Logger } from '@guidepost/service-kit';

/** Tells the log when limits are not shared, for `onChange` of `createSharedRateLimits`. */
export function logSharing(logger: Logger): (shared: boolean, error?: unknown) => void {
  return (shared, error) => {
    if (shared) logger.info('write limits are shared between instances again');
    else logger.warn({ err: error }, 'write limits cannot be shared; each instance counts for itself');
  };
}
