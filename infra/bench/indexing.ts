import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@guidepost/postgres';

/** Returns a row while the index of the service is incomplete. */
export const IN_QUEUE = 'select 1 from search_queue where set_aside is null limit 1';

/** The same for Meilisearch's index. */
export const NOT_ON_ENGINE = `select 1 where not exists (
    select from search_indexes i
    where i.ready and not exists (select from search_backlog b where b.index_id = i.id and b.set_aside is null)
  )`;

/** Seconds until nothing is `waiting`; analyzes tables then, as autovacuum would. */
export async function untilIndexed(
  database: Database,
  { waiting, since }: { waiting: string; since: number },
): Promise<number> {
  while (await database.oneOrNone(waiting)) await pause(100);
  await database.none('vacuum analyze');
  return (performance.now() - since) / 1_000;
}
