import { type Database, sql } from '@guidepost/postgres';
import type { TellOwners } from './finish-attempt.ts';
import { lockWebhook } from './finish-attempt.ts';

interface WaitingWebhook {
  webhook_id: number;
  tenant_id: number;
  url: string;
}

const list = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Webhooks with events that could not be described for three days.
  select distinct w.id as webhook_id, w.tenant_id, w.url
  from webhook_events e
  join webhook_deliveries d on d.event_id = e.id and d.ended_at is null and d.give_up_at <= now()
  join webhooks w on w.id = d.webhook_id
  where e.payload is null and e.write_at < 'infinity'
`;
const setAside = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Events that could not be described for three days hold up their subject. $1 webhook
  update webhook_deliveries d
  set outcome = 'set-aside', ended_at = now()
  from webhook_events e
  where e.id = d.event_id and e.payload is null and e.write_at < 'infinity'
    and d.webhook_id = $1 and d.ended_at is null and d.give_up_at <= now()
  returning d.id
`;

/** Gives up events that could not be described for three days, and tells the owners. */
export async function giveUpUnwritten(database: Database, tellOwners: TellOwners): Promise<void> {
  for (const webhook of await database.any<WaitingWebhook>(list([]))) {
    const { webhook_id: webhookId, tenant_id: tenantId, url } = webhook;
    await database.tx('give-up-webhook-events', async (transaction) => {
      await transaction.oneOrNone(lockWebhook([webhookId]));
      const givenUp = await transaction.any(setAside([webhookId]));
      if (givenUp.length > 0)
        await tellOwners(transaction, { tenantId, webhookId, url, reason: 'set-aside' });
    });
  }
}
