import { type Executor, sql } from '@guidepost/postgres';
import { recordOf } from '../waiting-messages.ts';
import { type Channel, DeliveryFailure } from './channel.ts';

/** Seconds after which a worker looks whether the event has arrived, at most. */
const LONGEST_PAUSE = 300;

const queueEvent = sql`
  -- $1 knowledge base, $2 subject and record, $3 message
  select queue_webhook_event($1, 'contact.created', $2, $2, jsonb_build_object('message', $3::bigint))
`;
const readDeliveries = sql`
  -- $1 knowledge base, $2 record. Receivers that have ended their webhook get nothing more.
  select count(*) as deliveries,
    count(*) filter (where d.outcome is distinct from 'delivered') as missing,
    count(*) filter (where d.outcome = 'set-aside') as given_up
  from webhook_events e
  join webhook_deliveries d on d.event_id = e.id
  join webhooks w on w.id = d.webhook_id and w.tenant_id = e.tenant_id
    and (w.ended_at is null or d.outcome = 'delivered')
  where e.tenant_id = $1 and e.record = $2 and e.type = 'contact.created'
`;

interface Deliveries {
  deliveries: number;
  missing: number;
  given_up: number;
}

/**
 * Queues the event `contact.created`, once; the worker of webhooks delivers it. The message has been taken when every
 * webhook that gets the event has taken it.
 */
export function createWebhookChannel(database: Executor): Channel {
  return {
    async send({ id, knowledgeBase }) {
      const record = recordOf(id);
      const read = () => database.one<Deliveries>(readDeliveries([knowledgeBase.id, record]));
      let state = await read();
      if (state.deliveries === 0) {
        await database.any(queueEvent([knowledgeBase.id, record, id]));
        state = await read();
      }
      if (state.deliveries === 0) throw new DeliveryFailure('noWebhook');
      if (state.missing === 0) return undefined;
      throw new DeliveryFailure(state.given_up > 0 ? 'unreachable' : 'webhookWaits', {
        mostPause: LONGEST_PAUSE,
      });
    },
  };
}
