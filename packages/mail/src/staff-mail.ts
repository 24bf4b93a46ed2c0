import { createHash } from 'node:crypto';
import type { StaffMail } from '@guidepost/access';
import { catalogueOf, fill } from '@guidepost/i18n';
import type { Executor } from '@guidepost/postgres';
import { writeLetter } from './letter.ts';
import type { Mail } from './mail.ts';

export interface StaffMailOptions {
  mail: Mail;
  /** The origin of the desk. */
  deskUrl: string;
  /** What a tenant is called, and its language by ISO 639-1. */
  describeTenant: (executor: Executor, tenantId: number) => Promise<{ name: string; language: string }>;
}

/** Writes to staff in the language of the tenant. */
export function createStaffMail({ mail, deskUrl, describeTenant }: StaffMailOptions): StaffMail {
  return {
    isDelivered: mail.isDelivered,
    async sendLink(transaction, { tenantId, by, to, link: { url, purpose } }) {
      const { name, language } = await describeTenant(transaction, tenantId);
      const words = catalogueOf(language).mail;
      const isInvitation = purpose === 'invitation';
      const content = writeLetter({
        language,
        subject: fill(isInvitation ? words.invitationSubject : words.passwordSubject, { name }),
        paragraphs: [fill(isInvitation ? words.invitation : words.password, { name, by })],
        link: { label: isInvitation ? words.accept : words.choosePassword, url },
        notes: [words.once, words.ignore, words.automatic],
      });
      await mail.queue(transaction, { tenantId, cause: `link:${hash(url)}`, to, ...content });
    },
    async warnOfGuesses(transaction, { tenantId, personId, to }) {
      const { name, language } = await describeTenant(transaction, tenantId);
      const words = catalogueOf(language).mail;
      const content = writeLetter({
        language,
        subject: fill(words.lockSubject, { name }),
        paragraphs: [words.lock, words.lockAdvice],
        link: { label: words.signIn, url: new URL('/desk', deskUrl).href },
        notes: [words.automatic],
      });
      const cause = `guesses:${personId}:${new Date().toISOString()}`;
      await mail.queue(transaction, { tenantId, cause, to, ...content });
    },
  };
}

/** The link itself stays in the message. */
function hash(url: string): string {
  return createHash('sha256').update(url).digest('hex');
}
