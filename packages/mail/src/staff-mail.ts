import { createHash } from 'node:crypto';
import { catalogueOf, fill } from '@guidepost/i18n';
import { type Executor, sql } from '@guidepost/postgres';
import { listOwners, type StaffMail } from '@guidepost/staff';
import { writeLetter } from './letter.ts';
import { type Mail, withdrawMail } from './mail-queue.ts';

export interface StaffMailOptions {
  mail: Mail;
  /** The origin of the desk. */
  deskUrl: string;
  /** The name of a tenant, and its language by ISO 639-1. */
  describeTenant: (executor: Executor, tenantId: number) => Promise<{ name: string; language: string }>;
}

/** Links a day that a person is mailed. */
const MOST_LINKS = 5;

const countRecent = sql`
  -- Messages of a day, sent ones included. $1 tenant, $2 what they are about
  select count(*) as messages
  from outgoing_mail
  where tenant_id = $1 and about = $2 and created_at > now() - interval '1 day'
`;

/** Writes to staff in the language of the tenant. */
export function createStaffMail({ mail, deskUrl, describeTenant }: StaffMailOptions): StaffMail {
  return {
    isQueued: mail.isQueued,
    async sendLink(transaction, { tenantId, personId, by, to, link: { url, purpose, expiresAt } }) {
      const about = aboutPerson({ tenantId, personId });
      await withdrawMail(transaction, [about]);
      const { messages } = await transaction.one<{ messages: number }>(countRecent([tenantId, about]));
      if (messages >= MOST_LINKS) return false;
      const { name, language } = await describeTenant(transaction, tenantId);
      const words = catalogueOf(language).mail;
      const isInvitation = purpose === 'invitation';
      const [named, unnamed] = isInvitation
        ? [words.invitation, words.invitationUnnamed]
        : [words.password, words.passwordUnnamed];
      const sentence = isNamed(by, name) ? named : unnamed;
      const content = writeLetter({
        language,
        subject: fill(isInvitation ? words.invitationSubject : words.passwordSubject, { name }),
        paragraphs: [fill(sentence, { name, by })],
        link: { label: isInvitation ? words.accept : words.choosePassword, url },
        notes: [words.once, words.ignore, words.automatic],
      });
      await mail.queue(transaction, {
        tenantId,
        cause: `link:${hash(url)}`,
        to,
        about,
        expiresAt,
        ...content,
      });
      return mail.isDelivered;
    },
    async sendReset(transaction, { tenantId, personId, to, link: { url, expiresAt } }) {
      const { name, language } = await describeTenant(transaction, tenantId);
      const words = catalogueOf(language).mail;
      const content = writeLetter({
        language,
        subject: fill(words.passwordSubject, { name }),
        paragraphs: [fill(words.reset, { name })],
        link: { label: words.choosePassword, url },
        notes: [words.onceHalfHour, words.resetIgnore, words.automatic],
      });
      // Below the person, so that it does not count as one of the links that owners have sent.
      const about = `${aboutPerson({ tenantId, personId })}/reset`;
      await mail.queue(transaction, {
        tenantId,
        cause: `link:${hash(url)}`,
        to,
        about,
        expiresAt,
        ...content,
      });
    },
    async leadToProvider(transaction, { tenantId, personId, to }) {
      const { name, language } = await describeTenant(transaction, tenantId);
      const words = catalogueOf(language).mail;
      const content = writeLetter({
        language,
        subject: fill(words.signInSubject, { name }),
        paragraphs: [fill(words.resetElsewhere, { name })],
        link: { label: words.signIn, url: new URL('/desk', deskUrl).href },
        notes: [words.ignore, words.automatic],
      });
      const cause = `reset:${personId}:${new Date().toISOString()}`;
      await mail.queue(transaction, { tenantId, cause, to, ...content });
    },
    async tellOfProvider(transaction, { tenantId, personId, to }) {
      const { name, language } = await describeTenant(transaction, tenantId);
      const words = catalogueOf(language).mail;
      const content = writeLetter({
        language,
        subject: fill(words.providerSubject, { name }),
        paragraphs: [fill(words.provider, { name }), words.providerAdvice],
        link: { label: words.signIn, url: new URL('/desk', deskUrl).href },
        notes: [words.automatic],
      });
      const cause = `provider:${personId}:${new Date().toISOString()}`;
      await mail.queue(transaction, { tenantId, cause, to, ...content });
    },
    async withdraw(transaction, person) {
      await withdrawMail(transaction, [aboutPerson(person)]);
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

function aboutPerson({ tenantId, personId }: { tenantId: number; personId: number }): string {
  return `staff/${tenantId}/${personId}`;
}

/** People without a name are named by their e-mail address, which others must not see. */
function isNamed(by: string, tenant: string): boolean {
  return !by.includes('@') && by !== tenant;
}

/** The link itself stays in the message. */
function hash(url: string): string {
  return createHash('sha256').update(url).digest('hex');
}

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
