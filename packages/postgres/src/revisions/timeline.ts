import type { Executor } from '../connection/database.ts';
import { CHANNEL, type RevisionSource } from './revision-source.ts';

// The first eight digits of the name of its current file in the write-ahead log.
const READ = 'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline';

const RAISE = `
  with raised as (
    update $<table:name> tenant
    set revision = heard.revision + 1
    from unnest($<ids>::bigint[], $<revisions>::bigint[]) as heard (id, revision)
    where tenant.id = heard.id and tenant.revision <= heard.revision
    returning tenant.id, tenant.revision
  )
  select pg_notify($<channel>, $<service> || ':' || id || ':' || revision) from raised`;

/**
 * The server's history: another one after a replica was promoted, or a backup restored to a point in time. Empty where it
 * may not be read, as on some managed servers.
 */
export async function readTimeline(executor: Executor): Promise<string> {
  const found = await executor.oneOrNone<{ timeline: string }>(READ).catch(() => null);
  return found?.timeline ?? '';
}

/** Raises the revisions that are not above those that were heard. */
export async function outrun(
  executor: Executor,
  { service, table }: RevisionSource,
  heard: ReadonlyMap<number, number>,
): Promise<void> {
  await executor.any(RAISE, {
    table,
    service,
    channel: CHANNEL,
    ids: [...heard.keys()],
    revisions: [...heard.values()],
  });
}
