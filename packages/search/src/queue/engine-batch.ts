import { sql } from '@guidepost/postgres';
import type { EngineIndex, TenantChanges } from '../port.ts';
import {
  type Change,
  columnsOf,
  type Delivery,
  deliverChanges,
  type LoadDocuments,
  type LoadedPart,
  loadChanges,
} from './deliver-changes.ts';
import type { EngineAccount, KnownIndex } from './engine-indexes.ts';

export interface EngineFeed extends EngineAccount, Pick<Delivery, 'onRejected'> {
  load: LoadDocuments;
  /** Called when an index must be rebuilt, and when it becomes searchable. */
  onRefill: (name: string) => void;
  onReady: (name: string) => void;
}

export interface Fed {
  changes: number;
  complete: boolean;
  reset?: boolean;
}

/** Engines take thousands as quickly as one, and index a part while the next one is loaded. */
const BATCH = 10_000;

/** Fewer changes if their texts are long: the database ends a session that does nothing else for five minutes. */
const MOST_PARTS = 8;

const listBacklog = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  select b.tenant_id, b.document_id, b.change
  from search_backlog b
  where b.index_id = $1 and b.set_aside is null
  order by b.change
  limit $2
`;
const beginBatch = sql`
  -- Allocates a higher number for the next batch. No row if another feeder has begun one since batch $2 of index $1.
  update search_indexes
  set sending = nextval('search_changes')
  where id = $1 and sending = $2
  returning sending
`;
const finishBatch = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Confirms batch $2 of index $1 and removes it from the backlog ($3 tenants, $4 documents, $5 changes), except
  -- documents that have changed again or are being changed. Nothing if another batch has begun.
  with confirmed as (
    update search_indexes i
    set position = $2
    where i.id = $1 and i.sending = $2
    returning i.id
  ), finished as (
    delete from search_backlog b
    using (
      select p.index_id, p.tenant_id, p.document_id
      from search_backlog p
      join confirmed c on c.id = p.index_id
      join unnest($3::bigint[], $4::bigint[], $5::bigint[]) as s (tenant_id, document_id, change)
        on s.tenant_id = p.tenant_id and s.document_id = p.document_id and s.change = p.change
      for update of p skip locked
    ) sent
    where b.index_id = sent.index_id and b.tenant_id = sent.tenant_id and b.document_id = sent.document_id
  )
  select exists (select from confirmed) as confirmed
`;
const sendAgain = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Adds documents ($2 tenants, $3 documents) to the backlog of index $1 again.
  insert into search_backlog (index_id, tenant_id, document_id, change, queued_at)
  select $1, s.tenant_id, s.document_id, nextval('search_changes'), now()
  from (select * from unnest($2::bigint[], $3::bigint[]) order by 1, 2) as s (tenant_id, document_id)
  on conflict (index_id, tenant_id, document_id)
    do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null
`;
const reject = sql`
  -- Sets a document aside until it changes; one that is being changed will be sent anyway.
  update search_backlog b
  set set_aside = $5
  where (b.index_id, b.tenant_id, b.document_id) in (
    select p.index_id, p.tenant_id, p.document_id
    from search_backlog p
    where p.index_id = $1 and p.tenant_id = $2 and p.document_id = $3 and p.change = $4
    for update skip locked
  )
`;
const openIndex = sql`
  -- Makes index $1 searchable unless another batch has begun since batch $2.
  update search_indexes
  set ready = true
  where id = $1 and sending = $2 and not ready
  returning id
`;

/** Sends the oldest changes; the index becomes searchable once none are left. */
export async function deliverBatch(feed: EngineFeed, index: KnownIndex, target: EngineIndex): Promise<Fed> {
  const { database, load, onRejected, onReady } = feed;
  const { id, name, ready } = index;
  const changes = await database.any<Change>(listBacklog([id, BATCH]));
  if (changes.length === 0 && ready) return { changes: 0, complete: true };
  let batch = index.sending;
  let isOurs = true;
  const delivery: Delivery = {
    async send(wanted) {
      const begun = await database.oneOrNone<{ sending: number }>(beginBatch([id, batch]));
      isOurs = begun !== null;
      if (!begun) return [];
      batch = begun.sending;
      const sent: Change[] = [];
      await target.feed(firstParts(loadChanges(load, wanted), sent), batch);
      isOurs = await finish(feed, { id, batch, sent });
      return sent;
    },
    reject: ({ tenant_id, document_id, change }, reason) =>
      database.none(reject([id, tenant_id, document_id, change, reason])),
    onRejected,
  };
  const delivered = await deliverChanges(delivery, changes);
  const complete = isOurs && delivered === changes.length && delivered < BATCH;
  if (complete && (await database.oneOrNone(openIndex([id, batch])))) onReady(name);
  return { changes: delivered, complete };
}

/** The documents of the first parts; adds the changes that they are to `sent`. */
async function* firstParts(
  parts: AsyncIterable<LoadedPart>,
  sent: Change[],
): AsyncGenerator<TenantChanges[]> {
  let count = 0;
  for await (const part of parts) {
    sent.push(...part.sent);
    yield part.loaded;
    count += 1;
    if (count === MOST_PARTS) return;
  }
}

/** False if another feeder has begun a batch after a lost lock: ours may have overwritten newer documents. */
async function finish(
  { database }: EngineFeed,
  { id, batch, sent }: { id: number; batch: number; sent: readonly Change[] },
): Promise<boolean> {
  const [tenants, documents, changes] = columnsOf(sent);
  const { confirmed } = await database.one<{ confirmed: boolean }>(
    finishBatch([id, batch, tenants, documents, changes]),
  );
  if (!confirmed) await database.none(sendAgain([id, tenants, documents]));
  return confirmed;
}
