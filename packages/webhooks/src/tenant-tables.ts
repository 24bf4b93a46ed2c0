import type { TenantTable } from '@guidepost/postgres';

/** A tenant's webhooks with what was sent to them and what waits, which workers take. */
export const WEBHOOK_TABLES: Readonly<Record<string, TenantTable>> = {
  webhooks: { column: 'tenant_id', withSwitch: true },
  webhook_events: {
    column: 'tenant_id',
    withSwitch: true,
    // Above all numbers that the other database gives to transactions, and as unique as the id.
    rewritten: { transaction_id: '(4611686018427387904 + t.id)::text::xid8' },
  },
  webhook_deliveries: {
    column: 'webhook_id',
    ids: 'select w.id from webhooks w where w.tenant_id = $1',
    withSwitch: true,
    underWay: 't.ended_at is null and t.attempts > 0 and t.next_attempt_at > now()',
  },
  webhook_attempts: {
    column: 'delivery_id',
    ids: 'select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id where w.tenant_id = $1',
    withSwitch: true,
    onlyWorkers: true,
  },
};
