import { catalogueOf, fill } from '@guidepost/i18n';
import type { Executor } from '@guidepost/postgres';
import { listOwners } from '@guidepost/staff';
import { writeLetter } from './letter.ts';
import type { StaffMailOptions } from './staff-mail.ts';

/** A webhook that has stopped working. */
export interface BrokenWebhook {
  tenantId: number;
  webhookId: number;
  url: string;
  /** Events were given up, or the receiver wants no more. */
  reason: 'set-aside' | 'ended';
}

/** Tells the owners of a tenant, once a day at most. The path of a webhook's URL may be a secret. */
export function createWebhookMail({ mail, deskUrl, describeTenant }: StaffMailOptions) {
  return async (
    transaction: Executor,
    { tenantId, webhookId, url, reason }: BrokenWebhook,
  ): Promise<void> => {
    if (!mail.isQueued) return;
    const { name, language } = await describeTenant(transaction, tenantId);
    const words = catalogueOf(language).mail;
    const sentence = reason === 'ended' ? words.webhookEnded : words.webhookSetAside;
    const content = writeLetter({
      language,
      subject: fill(words.webhookSubject, { name }),
      paragraphs: [fill(sentence, { host: new URL(url).host }), words.webhookAdvice],
      link: { label: words.signIn, url: new URL('/desk', deskUrl).href },
      notes: [words.automatic],
    });
    const day = new Date().toISOString().slice(0, 10);
    for (const { id, email: to } of await listOwners(transaction, tenantId)) {
      await mail.queue(transaction, {
        tenantId,
        cause: `webhook:${webhookId}:${reason}:${day}:${id}`,
        to,
        ...content,
      });
    }
  };
}
