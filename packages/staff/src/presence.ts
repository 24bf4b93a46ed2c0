import { type Executor, type SqlPart, sql } from '@guidepost/postgres';

/** Someone at a thing of a tenant, such as a guide that is open. */
export interface Present {
  tenantId: number;
  thingId: number;
  personId: number;
}

/** Who is at what, until a minute after they were seen last. */
export interface Presence {
  note(executor: Executor, present: Present): Promise<void>;
  stop(executor: Executor, present: Present): Promise<void>;
  /** The names of the others who are there. */
  list(executor: Executor, present: Present): Promise<string[]>;
}

/** Seconds after which someone who has not been seen is not there any more. */
export const PRESENCE_SECONDS = 60;

/** @param place an unlogged table with `person_id` and `seen_at`, and its columns of the tenant and the thing */
export function createPresence({
  table,
  tenant,
  thing,
}: Readonly<Record<'table' | 'tenant' | 'thing', SqlPart>>): Presence {
  const note = sql`
    -- Removes what the person $3 was at before, so that the table stays small.
    with earlier as (
      delete from ${table} a
      where a.person_id = $3 and a.seen_at < now() - make_interval(secs => $4)
        and (a.${tenant}, a.${thing}) <> ($1::bigint, $2::bigint)
    )
    insert into ${table} (${tenant}, ${thing}, person_id)
    values ($1, $2, $3)
    on conflict (${tenant}, ${thing}, person_id) do update set seen_at = now()
  `;
  const stop = sql`
    delete from ${table} a
    where a.${tenant} = $1 and a.${thing} = $2 and a.person_id = $3
  `;
  const list = sql`
    -- People who have been seen in the last $4 seconds, besides $3.
    select coalesce(p.name, p.email) as name
    from ${table} a
    join staff_people p on p.id = a.person_id
    where a.${tenant} = $1 and a.${thing} = $2 and a.person_id <> $3
      and a.seen_at > now() - make_interval(secs => $4)
    order by a.seen_at, p.id
  `;
  const valuesOf = ({ tenantId, thingId, personId }: Present) => [tenantId, thingId, personId];
  return {
    async note(executor, present) {
      await executor.none(note([...valuesOf(present), PRESENCE_SECONDS]));
    },
    async stop(executor, present) {
      await executor.none(stop(valuesOf(present)));
    },
    async list(executor, present) {
      const rows = await executor.any<{ name: string }>(list([...valuesOf(present), PRESENCE_SECONDS]));
      return rows.map(({ name }) => name);
    },
  };
}
