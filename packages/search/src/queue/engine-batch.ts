import { preparedStatement } from '@guidepost/postgres';
import type { EngineIndex, TenantChanges } from '../port/search-engine.ts';
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

export interface EngineFeed extends EngineAccount, Pick<Delivery, 'onSetAside'> {
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

const sql = (name: string) => preparedStatement(new URL(`./sql/${name}.sql`, import.meta.url));
const listBacklog = sql('list-backlog');
const beginBatch = sql('begin-batch');
const finishBatch = sql('finish-batch');
const sendAgain = sql('send-again');
const setAside = sql('set-aside-in-backlog');
const openIndex = sql('open-index');

/** Sends the oldest changes; the index becomes searchable once none are left. */
export async function deliverBatch(feed: EngineFeed, index: KnownIndex, target: EngineIndex): Promise<Fed> {
  const { database, load, onSetAside, onReady } = feed;
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
    setAside: ({ tenant_id, document_id, change }, reason) =>
      database.none(setAside([id, tenant_id, document_id, change, reason])),
    onSetAside,
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
