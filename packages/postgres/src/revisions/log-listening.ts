import type { Logger } from '@guidepost/service-kit';

/** Tells the log whether an instance hears of changes, for `watchRevisions`. */
export function logListening(logger: Logger): (listening: boolean, error?: unknown) => void {
  return (listening, error) => {
    if (listening) logger.info('listening for changes of other instances');
    else
      logger.warn(
        { err: error },
        'not hearing of changes; everything is read from the database until that is mended',
      );
  };
}
