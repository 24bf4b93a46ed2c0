import { createHash } from 'node:crypto';
import { type Catalogue, catalogueOf, fill } from '@guidepost/i18n';
import { type Executor, sql } from '@guidepost/postgres';
import { listOwners, type StaffMail } from '@guidepost/staff';
import { type Letter, writeLetter } from './letter.ts';
import { type Mail, withdrawMail } from './mail-queue.ts';

export interface StaffMailOptions {
  mail: Mail;
  /** The origin of the desk. */
  deskUrl: string;
  /** The name of a tenant, and its language by BCP 47. */
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
export function createStaffMail(options: StaffMailOptions): StaffMail {
  const { mail } = options;
  const write = createWriter(options);
  return {
    isQueued: mail.isQueued,
    async sendLink(transaction, { tenantId, personId, by, to, link: { url, purpose, expiresAt }, also }) {
      const about = aboutPerson({ tenantId, personId });
      await withdrawMail(transaction, [about]);
      const { messages } = await transaction.one<{ messages: number }>(countRecent([tenantId, about]));
      if (messages >= MOST_LINKS) return false;
      const letter = await write(transaction, tenantId, (words, { name }) => {
        const isInvitation = purpose === 'invitation';
        const [named, unnamed] = isInvitation
          ? [words.invitation, words.invitationUnnamed]
          : [words.password, words.passwordUnnamed];
        return {
          subject: fill(isInvitation ? words.invitationSubject : words.passwordSubject, { name }),
          paragraphs: [
            fill(isNamed(by, name) ? named : unnamed, { name, by }),
            ...(also ? [fill(words.invitationAlso, { name: also })] : []),
          ],
          link: { label: isInvitation ? words.accept : words.choosePassword, url },
          notes: [words.once, words.ignore],
        };
      });
      await mail.queue(transaction, {
        tenantId,
        cause: `link:${hash(url)}`,
        to,
        about,
        expiresAt,
        ...letter,
      });
      return mail.isDelivered;
    },
    async sendReset(transaction, { tenantId, personId, to, link: { url, expiresAt } }) {
      const letter = await write(transaction, tenantId, (words, { name }) => ({
        subject: fill(words.passwordSubject, { name }),
        paragraphs: [fill(words.reset, { name })],
        link: { label: words.choosePassword, url },
        notes: [words.onceHalfHour, words.resetIgnore],
      }));
      // Below the person, so that it does not count as one of the links that owners have sent.
      const about = `${aboutPerson({ tenantId, personId })}/reset`;
      await mail.queue(transaction, {
        tenantId,
        cause: `link:${hash(url)}`,
        to,
        about,
        expiresAt,
        ...letter,
      });
    },
    async leadToProvider(transaction, { tenantId, personId, to }) {
      const letter = await write(transaction, tenantId, (words, { name, signIn }) => ({
        subject: fill(words.signInSubject, { name }),
        paragraphs: [fill(words.resetElsewhere, { name })],
        link: signIn,
        notes: [words.ignore],
      }));
      await mail.queue(transaction, { tenantId, cause: causeNow('reset', personId), to, ...letter });
    },
    async tellOfProvider(transaction, { tenantId, personId, to }) {
      const letter = await write(transaction, tenantId, (words, { name, signIn }) => ({
        subject: fill(words.providerSubject, { name }),
        paragraphs: [fill(words.provider, { name }), words.providerAdvice],
        link: signIn,
      }));
      await mail.queue(transaction, { tenantId, cause: causeNow('provider', personId), to, ...letter });
    },
    async withdraw(transaction, person) {
      await withdrawMail(transaction, [aboutPerson(person)]);
    },
    async warnOfGuesses(transaction, { tenantId, personId, to }) {
      const letter = await write(transaction, tenantId, (words, { name, signIn }) => ({
        subject: fill(words.lockSubject, { name }),
        paragraphs: [words.lock, words.lockAdvice],
        link: signIn,
      }));
      await mail.queue(transaction, { tenantId, cause: causeNow('guesses', personId), to, ...letter });
    },
  };
}

interface Named {
  /** The name of the tenant. */
  name: string;
  /** The link to the desk. */
  signIn: Letter['link'];
}

type Write = (
  words: Catalogue['mail'],
  named: Named,
) => Omit<Letter, 'language' | 'notes'> & { notes?: string[] };

/** Writes letters about a tenant, which end with the note that a program has sent them. */
function createWriter({ deskUrl, describeTenant }: StaffMailOptions) {
  return async (transaction: Executor, tenantId: number, write: Write) => {
    const { name, language } = await describeTenant(transaction, tenantId);
    const words = catalogueOf(language).mail;
    const signIn = { label: words.signIn, url: new URL('/desk', deskUrl).href };
    const { notes = [], ...letter } = write(words, { name, signIn });
    return writeLetter({ ...letter, language, notes: [...notes, words.automatic] });
  };
}

function causeNow(kind: string, personId: number): string {
  return `${kind}:${personId}:${new Date().toISOString()}`;
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
export function createWebhookMail(options: StaffMailOptions) {
  const { mail } = options;
  const write = createWriter(options);
  return async (
    transaction: Executor,
    { tenantId, webhookId, url, reason }: BrokenWebhook,
  ): Promise<void> => {
    if (!mail.isQueued) return;
    const letter = await write(transaction, tenantId, (words, { name, signIn }) => {
      const sentence = reason === 'ended' ? words.webhookEnded : words.webhookSetAside;
      return {
        subject: fill(words.webhookSubject, { name }),
        paragraphs: [fill(sentence, { host: new URL(url).host }), words.webhookAdvice],
        link: signIn,
      };
    });
    const day = new Date().toISOString().slice(0, 10);
    for (const { id, email: to } of await listOwners(transaction, tenantId)) {
      await mail.queue(transaction, {
        tenantId,
        cause: `webhook:${webhookId}:${reason}:${day}:${id}`,
        to,
        ...letter,
      });
    }
  };
}
