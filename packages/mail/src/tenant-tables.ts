import type { TenantTable } from '@guidepost/postgres';

/** A tenant's mail: what waits, and what was sent lately, so that it is not sent again. */
export const MAIL_TABLES: Readonly<Record<string, TenantTable>> = {
  outgoing_mail: {
    column: 'tenant_id',
    withSwitch: true,
    underWay: 't.ended_at is null and t.attempts > 0 and t.next_attempt_at > now()',
  },
};

/** Tables that do not move with a tenant, with the reason. */
export const MAIL_TABLES_LEFT: Readonly<Record<string, string>> = {
  mail_salt: 'Messages keep the ids that they have.',
};
