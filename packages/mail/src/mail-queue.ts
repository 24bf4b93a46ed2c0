import { type Executor, sql } from '@guidepost/postgres';
import type { MailContent, MailHeaders } from './letter.ts';
import type { MailSettings } from './mail-settings.ts';

export interface Message extends MailContent, MailHeaders {
  tenantId: number;
  /** Names what the message tells; a second message of the same cause is not sent. */
  cause: string;
  /** One e-mail address. */
  to: string;
  /** A path such as `forums/1/dialogs/2`, by which the message can be withdrawn. */
  about?: string;
  /** When a link in it ends: it is sent before others, and not at all afterwards. */
  expiresAt?: Date;
  /** Since when what it tells was new, as the database writes it: with microseconds. */
  since?: string;
}

export interface WithdrawnMail {
  about: string;
  /** As it was given; null without. */
  since: string | null;
}

export interface Mail {
  /** Whether messages are sent to a mail server. */
  readonly isDelivered: boolean;
  /** Whether messages go anywhere: to people or into a folder. */
  readonly isQueued: boolean;
  /** Queues a message in the transaction of what causes it. */
  queue(transaction: Executor, message: Message): Promise<void>;
}

const queueMail = sql`
  -- $3 the domain of the sender
  insert into outgoing_mail (tenant_id, cause, message_id, recipient, content, about, expires_at, since)
  select $1, $2, '<' || encode(sha256(convert_to(s.value::text || $2, 'UTF8')), 'hex') || '@' || $3 || '>', $4, $5, $6, $7, $8
  from mail_salt s
  on conflict (cause) do nothing
`;
const deleteOfTenant = sql`
  delete from outgoing_mail where tenant_id = $1
`;
const readLateLinks = sql`
  -- Whether a message with a link of tenant $1 could not be sent at once in the last hour.
  select exists (
    select from outgoing_mail
    where tenant_id = $1 and expires_at is not null and created_at > now() - interval '1 hour'
      and (outcome = 'expired' or ended_at is null and attempts > 0 and created_at < now() - interval '1 minute')
  ) as late
`;
const readOfTenant = sql`
  -- The messages of tenant $1. A first attempt may be under way. Given up ones are forgotten after a week.
  select count(*) filter (where ended_at is null) as waiting,
    min(created_at) filter (
      where ended_at is null and attempts > 0 and created_at < now() - interval '1 minute'
    ) as failing_since,
    count(*) filter (where outcome in ('refused', 'expired')) as refused
  from outgoing_mail
  where tenant_id = $1
`;
const withdraw = sql`
  -- Across tenants: the subject of mail begins with its tenant.
  -- $1 what they are about, with everything below: 0 follows / in ASCII.
  delete from outgoing_mail m
  using unnest($1::text[]) as w (about)
  where m.ended_at is null and (m.about = w.about or m.about >= w.about || '/' and m.about < w.about || '0')
  returning m.about, m.since::text
`;
const move = sql`
  -- Across tenants: the subject of mail begins with its tenant.
  -- $1 what they are about, with everything below: 0 follows / in ASCII; $2 what they are about from now on
  update outgoing_mail
  set about = $2 || substr(about, length($1) + 1)
  where ended_at is null and (about = $1 or about >= $1 || '/' and about < $1 || '0')
`;
const withdrawTo = sql`
  -- Across tenants: the subject of mail begins with its tenant.
  -- $1 what they are about, with everything below: 0 follows / in ASCII; $2 folded e-mail address
  delete from outgoing_mail m
  where m.ended_at is null and (m.about = $1 or m.about >= $1 || '/' and m.about < $1 || '0')
    and lower(normalize(m.recipient) collate "und-x-icu") = $2
  returning m.about, m.since::text
`;

/** Messages of a tenant. */
export interface TenantMail {
  waiting: number;
  /** When the oldest of those was written that could not be sent at once. */
  failing_since: Date | null;
  /** Given up in the last seven days. */
  refused: number;
}

export function mailOfTenant(executor: Executor, tenantId: number): Promise<TenantMail> {
  return executor.one<TenantMail>(readOfTenant([tenantId]));
}

/**
 * Whether links of a tenant were late in the last hour, so that a page can say so to people who ask for another one.
 */
export async function linksAreLate(executor: Executor, tenantId: number): Promise<boolean> {
  return (await executor.one<{ late: boolean }>(readLateLinks([tenantId]))).late;
}

export function createMail(settings: MailSettings): Mail {
  if (settings.to === 'nowhere') return { isDelivered: false, isQueued: false, queue: async () => {} };
  const domain = settings.from.address.split('@').at(-1);
  return {
    isDelivered: settings.to === 'server',
    isQueued: true,
    async queue(
      transaction,
      { tenantId, cause, to, about = null, expiresAt = null, since = null, ...content },
    ) {
      const values = [tenantId, cause, domain, to, content, about, expiresAt, since];
      await transaction.none(queueMail(values));
    },
  };
}

/** Deletes the mail of a tenant that is deleted. */
export async function deleteMailOfTenant(transaction: Executor, tenantId: number): Promise<void> {
  await transaction.none(deleteOfTenant([tenantId]));
}

/**
 * Deletes unsent messages about this and all below it. One that an instance is sending at the moment still arrives.
 */
export function withdrawMail(transaction: Executor, about: readonly string[]): Promise<WithdrawnMail[]> {
  return transaction.any<WithdrawnMail>(withdraw([about]));
}

/** Unsent messages about `from` and all below it are about `to` instead. */
export async function moveMail(
  transaction: Executor,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await transaction.none(move([from, to]));
}

/**
 * The same for the messages to one person.
 * @param email in NFC and lower case
 */
export function withdrawMailTo(
  transaction: Executor,
  { about, email }: { about: string; email: string },
): Promise<WithdrawnMail[]> {
  return transaction.any<WithdrawnMail>(withdrawTo([about, email]));
}
