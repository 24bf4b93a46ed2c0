import { randomUUID } from 'node:crypto';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import type { MailContent } from './letter.ts';
import type { MailSettings } from './mail-settings.ts';

export interface Message extends MailContent {
  tenantId: number;
  /** Names what the message is about; a second message of the same cause is not sent. */
  cause: string;
  /** One e-mail address. */
  to: string;
}

export interface Mail {
  /** Whether messages reach people, rather than a folder or nobody. */
  readonly isDelivered: boolean;
  /** Queues a message in the transaction of what causes it. */
  queue(transaction: Executor, message: Message): Promise<void>;
}

const queueMail = preparedStatement(new URL('./sql/queue-mail.sql', import.meta.url));
const deleteOfTenant = preparedStatement(new URL('./sql/delete-mail-of-tenant.sql', import.meta.url));

export function createMail(settings: MailSettings): Mail {
  if (settings.to === 'nowhere') return { isDelivered: false, queue: async () => {} };
  const domain = settings.from.address.split('@').at(-1);
  return {
    isDelivered: settings.to === 'server',
    async queue(transaction, { tenantId, cause, to, ...content }) {
      const messageId = `<${randomUUID()}@${domain}>`;
      await transaction.none(queueMail([tenantId, cause, messageId, to, content]));
    },
  };
}

/** Deletes what is on its way in the name of a tenant that is deleted. */
export async function deleteMailOfTenant(transaction: Executor, tenantId: number): Promise<void> {
  await transaction.none(deleteOfTenant([tenantId]));
}
