import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { MailContent } from './letter.ts';
import type { MailHeaders } from './mail-headers.ts';
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

const queueMail = preparedStatement(new URL('./sql/queue-mail.sql', import.meta.url));
const deleteOfTenant = preparedStatement(new URL('./sql/delete-mail-of-tenant.sql', import.meta.url));
const readLateLinks = preparedStatement(new URL('./sql/links-are-late.sql', import.meta.url));
const readOfTenant = preparedStatement(new URL('./sql/mail-of-tenant.sql', import.meta.url));
const withdraw = preparedStatement(new URL('./sql/withdraw-mail.sql', import.meta.url));
const move = preparedStatement(new URL('./sql/move-mail.sql', import.meta.url));
const withdrawTo = preparedStatement(new URL('./sql/withdraw-mail-to.sql', import.meta.url));

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

/** Whether links of a tenant were late in the last hour, so that who asks for another one can be told. */
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

/** Deletes what is on its way in the name of a tenant that is deleted. */
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
