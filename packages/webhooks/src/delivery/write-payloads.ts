import { type Database, sql } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';

/** An event as it was queued. */
export interface QueuedEvent {
  tenantId: number;
  /** `guide.published` */
  type: string;
  /** Facts about the record, also once it is deleted. */
  about: Readonly<Record<string, unknown>>;
}

/** Returns the record of the API that an event is about, to be sent as its `data`. */
export type DescribeEvent = (event: QueuedEvent) => Promise<unknown>;

interface EventRow {
  id: number;
  tenant_id: number;
  type: string;
  about: Record<string, unknown>;
  created_at: Date;
}

/** Sent by hand to one webhook. */
const TEST_EVENT = 'webhook.test';

/** Events that are written at a time. */
const BATCH = 20;

const take = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- $1 how many. The next attempt to write one is in a minute, so that one that cannot be written does not hold up
  -- others.
  update webhook_events
  set write_at = now() + interval '1 minute'
  where id in (
    select e.id
    from webhook_events e
    where e.payload is null and e.write_at <= now()
      and exists (select from webhook_deliveries d where d.event_id = e.id and d.ended_at is null)
    order by e.write_at, e.id
    limit $1
    for update of e skip locked
  )
  returning id, tenant_id, type, about, created_at
`;
const write = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  update webhook_events set payload = $2 where id = $1 and payload is null
`;

/**
 * Writes what is sent of new events, once: a second attempt sends the same bytes, and an event that waits for its
 * receiver shows its own time. The rows stay locked meanwhile, so that nothing is written that is being deleted.
 * @returns whether there were any
 */
export async function writePayloads(
  database: Database,
  options: { describe: DescribeEvent; logger: Logger },
): Promise<boolean> {
  return database.tx('write-webhook-payloads', async (transaction) => {
    const events = await transaction.any<EventRow>(take([BATCH]));
    for (const event of events) {
      const payload = await payloadOf(event, options);
      if (payload !== undefined) await transaction.none(write([event.id, payload]));
    }
    return events.length > 0;
  });
}

/** Undefined for an event that cannot be described at the moment. */
async function payloadOf(
  { id, tenant_id: tenantId, type, about, created_at: timestamp }: EventRow,
  { describe, logger }: { describe: DescribeEvent; logger: Logger },
): Promise<string | undefined> {
  try {
    const data = type === TEST_EVENT ? about : await describe({ tenantId, type, about });
    return JSON.stringify({ type, timestamp, data });
  } catch (err) {
    logger.error({ err, event: id, type }, 'an event for webhooks is described again later');
  }
}
