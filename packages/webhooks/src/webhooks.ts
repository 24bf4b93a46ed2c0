import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';
import { createSecret } from './signature.ts';
import { readWebhookUrl } from './webhook-url.ts';

export interface Webhook {
  id: number;
  url: string;
  /** Null for all. */
  event_types: string[] | null;
  created_by: string;
  created_at: Date;
  /** Since when the receiver does not answer. */
  failing_since: Date | null;
  /** When the receiver asked to get no more. */
  ended_at: Date | null;
  /** Until when the former secret is valid, too. */
  previous_until: Date | null;
}

export interface ListedWebhook extends Webhook {
  /** Events that are on their way, and those that were given up in the last weeks. */
  waiting: number;
  set_aside: number;
}

export interface NewWebhook {
  tenantId: number;
  url: string;
  /** All without any. */
  types: readonly string[];
  /** Those that the service has. */
  known: readonly string[];
  /** The name of the person who adds it. */
  by: string;
}

/** Names a webhook of a tenant. */
export interface WebhookReference {
  tenantId: number;
  id: number;
}

/** A secret is shown once. */
export interface WebhookSecret {
  id: number;
  url: string;
  secret: string;
}

export interface RotatedSecret extends WebhookSecret {
  /** Until when the former secret is valid, too. */
  previous_until: Date;
}

/** Each event is stored and sent once for each of them. */
const MOST_WEBHOOKS = 20;

const insert = sql`
  -- No row if the tenant has one with this URL.
  insert into webhooks (tenant_id, url, event_types, secret, created_by)
  values ($1, $2, $3, $4, $5)
  on conflict (tenant_id, url) do nothing
  returning id
`;
const list = sql`
  -- $1 tenant
  select w.id, w.url, w.event_types, w.created_by, w.created_at, w.failing_since, w.ended_at,
    case when w.previous_until > now() then w.previous_until end as previous_until,
    (
      select count(*) from webhook_deliveries d where d.webhook_id = w.id and d.ended_at is null and w.ended_at is null
    ) as waiting,
    (
      select count(*) from webhook_deliveries d where d.webhook_id = w.id and d.outcome = 'set-aside'
    ) as set_aside
  from webhooks w
  where w.tenant_id = $1
  order by w.id
`;
const find = sql`
  -- $1 tenant, $2 webhook
  select w.id, w.url, w.event_types, w.created_by, w.created_at, w.failing_since, w.ended_at,
    case when w.previous_until > now() then w.previous_until end as previous_until
  from webhooks w
  where w.tenant_id = $1 and w.id = $2
`;
const lockTenant = sql`
  -- Held while a webhook is added, so that no two pass the limit at once.
  select pg_advisory_xact_lock(hashtextextended('webhooks/' || $1::bigint, 0))
`;
const count = sql`
  select count(*) as count from webhooks where tenant_id = $1
`;
const remove = sql`
  -- Across tenants: a statement with the tenant has just found this id.
  -- With events that no other webhook has. $1 tenant, $2 webhook
  with removed as (
    delete from webhooks where tenant_id = $1 and id = $2 returning url
  ),
  forgotten as (
    delete from webhook_events e
    where exists (select from removed)
      and e.id in (select d.event_id from webhook_deliveries d where d.webhook_id = $2)
      and not exists (select from webhook_deliveries d where d.event_id = e.id and d.webhook_id <> $2)
  )
  select url from removed
`;
const rotate = sql`
  -- No row while the former secret is valid: a receiver that still has it would verify nothing.
  update webhooks
  set previous_secret = secret, previous_until = now() + interval '1 day', secret = $3
  where tenant_id = $1 and id = $2 and coalesce(previous_until <= now(), true)
  returning url, previous_until
`;
const deleteOfTenant = sql`
  -- Webhooks first, as everything locks them.
  with gone as (delete from webhooks where tenant_id = $1 returning id)
  delete from webhook_events where tenant_id = $1 and (select count(*) from gone) >= 0
`;
const lockAll = sql`
  -- Before their events, so that none is sent again meanwhile. $1 tenant
  select id from webhooks where tenant_id = $1 order by id for no key update
`;
const forgetAllPayloads = sql`
  -- Waiting deliveries are written again; ended ones only if they are sent again. Locks as the writer of payloads does,
  -- so that none is written from what was read before. $1 tenant, $2 the only records; null for all
  update webhook_events e
  set payload = null,
    write_at = case
      when exists (select from webhook_deliveries d where d.event_id = e.id and d.ended_at is null) then now()
      else 'infinity'
    end
  where e.tenant_id = $1 and ($2::text[] is null or e.record = any($2))
    and (e.payload is not null or e.write_at < 'infinity')
`;
const forgetAllAnswers = sql`
  -- After payloads, since events are locked before their attempts. $1 tenant, $2 the only records; null for all
  update webhook_attempts a
  set answer = null
  from webhook_deliveries d
  join webhook_events e on e.id = d.event_id
  where e.tenant_id = $1 and ($2::text[] is null or e.record = any($2))
    and a.delivery_id = d.id and a.answer is not null
`;
const deleteOfRecords = sql`
  -- With their deliveries. $1 tenant, $2 records
  delete from webhook_events where tenant_id = $1 and record = any($2)
`;

/** @throws AppError `invalid` or `conflict` with a field, `conflict` when there are too many */
export async function addWebhook(
  transaction: Executor,
  { tenantId, url, types, known, by }: NewWebhook,
): Promise<WebhookSecret> {
  const read = readWebhookUrl(url);
  const unknown = types.filter((type) => !known.includes(type));
  if (unknown.length > 0) throw unknownTypes(unknown);
  const secret = createSecret();
  const chosen = known.filter((type) => types.includes(type));
  const eventTypes = chosen.length === 0 || chosen.length === known.length ? null : chosen;
  await requireRoom(transaction, tenantId);
  const added = await transaction.oneOrNone<{ id: number }>(insert([tenantId, read, eventTypes, secret, by]));
  if (!added) throw duplicateUrl();
  return { id: added.id, url: read, secret };
}

/** Oldest first. */
export function listWebhooks(executor: Executor, tenantId: number): Promise<ListedWebhook[]> {
  return executor.any<ListedWebhook>(list([tenantId]));
}

/** @throws AppError `not-found` */
export async function requireWebhook(
  executor: Executor,
  { tenantId, id }: WebhookReference,
): Promise<Webhook> {
  const found = isStoredId(id) ? await executor.oneOrNone<Webhook>(find([tenantId, id])) : null;
  return found ?? noSuchWebhook(id);
}

/** Removes a webhook with its log. @returns its URL @throws AppError `not-found` */
export async function removeWebhook(
  transaction: Executor,
  { tenantId, id }: WebhookReference,
): Promise<{ url: string }> {
  const removed = isStoredId(id)
    ? await transaction.oneOrNone<{ url: string }>(remove([tenantId, id]))
    : null;
  return removed ?? noSuchWebhook(id);
}

/**
 * Signs with a new secret, and for a day with the former one, too.
 * @throws AppError `not-found`; `conflict` while there is a former one
 */
export async function rotateSecret(transaction: Executor, webhook: WebhookReference): Promise<RotatedSecret> {
  const { tenantId, id } = webhook;
  await requireWebhook(transaction, webhook);
  const secret = createSecret();
  const rotated = await transaction.oneOrNone<Pick<RotatedSecret, 'url' | 'previous_until'>>(
    rotate([tenantId, id, secret]),
  );
  if (!rotated) throw new AppError('conflict', 'The secret was replaced less than a day ago.');
  return { id, secret, ...rotated };
}

/** Deletes everything of a tenant that is deleted. */
export async function deleteWebhooksOfTenant(transaction: Executor, tenantId: number): Promise<void> {
  await transaction.none(deleteOfTenant([tenantId]));
}

/** No events for the rest of this transaction. */
export async function muteWebhooks(transaction: Executor): Promise<void> {
  await transaction.none("set local guidepost.webhooks = 'off'");
}

/** No events of what `work` does, but of what the transaction does afterwards. */
export async function whileMuted(transaction: Executor, work: () => Promise<unknown>): Promise<void> {
  await muteWebhooks(transaction);
  await work();
  await transaction.none("set local guidepost.webhooks = 'on'");
}

/**
 * For records that no longer say what they said: deletes what was sent and answered. Events that wait, and those that
 * are sent again later, are written again.
 * @param records all of the tenant without any
 */
export async function forgetPayloads(
  transaction: Executor,
  tenantId: number,
  records?: readonly string[],
): Promise<void> {
  await transaction.any(lockAll([tenantId]));
  await transaction.none(forgetAllPayloads([tenantId, records ?? null]));
  await transaction.none(forgetAllAnswers([tenantId, records ?? null]));
}

/** Deletes the events about records with their log. What waits is not sent. */
export async function deleteEvents(
  transaction: Executor,
  tenantId: number,
  records: readonly string[],
): Promise<void> {
  if (records.length === 0) return;
  await transaction.any(lockAll([tenantId]));
  await transaction.none(deleteOfRecords([tenantId, records]));
}

async function requireRoom(transaction: Executor, tenantId: number): Promise<void> {
  await transaction.one(lockTenant([tenantId]));
  const { count: existing } = await transaction.one<{ count: number }>(count([tenantId]));
  if (existing < MOST_WEBHOOKS) return;
  throw new AppError('conflict', `You have reached the limit of ${MOST_WEBHOOKS} webhooks.`);
}

function duplicateUrl(): AppError {
  const message = 'There is already a webhook with this URL.';
  return new AppError('conflict', message, { fields: { url: [message] } });
}

export function noSuchWebhook(id: number): never {
  throw new AppError('not-found', `There is no webhook ${id} here.`);
}

function unknownTypes(types: readonly string[]): AppError {
  const message = `There is no event ${types.join(', ')}.`;
  return new AppError('invalid', message, { fields: { types: [message] } });
}
