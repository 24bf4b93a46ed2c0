import { createSemaphore } from '@guidepost/service-kit';
import type { Database } from './database.ts';

/** Milliseconds, so that a request is refused before clients give up. */
const LONGEST_WAIT = 15_000;

/**
 * The database with at most half of its connections for reads outside transactions, so that slow ones leave the rest.
 */
export function halfOfConnections(database: Database): Database {
  const permits = Math.max(1, Math.floor((database.$pool.options.max ?? 1) / 2));
  const withPermit = createSemaphore({
    permits,
    timeout: LONGEST_WAIT,
    message: 'Too many requests wait for the database; try again in a few seconds.',
  });
  const half = {
    any: (...query: Parameters<Database['any']>) => withPermit(() => database.any(...query)),
    one: (...query: Parameters<Database['one']>) => withPermit(() => database.one(...query)),
    oneOrNone: (...query: Parameters<Database['oneOrNone']>) =>
      withPermit(() => database.oneOrNone(...query)),
  };
  return Object.assign(Object.create(database), half);
}
