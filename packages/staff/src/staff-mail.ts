import type { Executor } from '@guidepost/postgres';
import type { IssuedLink } from './link-tokens.ts';

export interface MailToPerson {
  tenantId: number;
  personId: number;
  to: string;
}

/** Mail to staff, queued in the transaction of what causes it. */
export interface StaffMail {
  /** Whether messages go anywhere: to people or into a folder. */
  readonly isQueued: boolean;
  /**
   * Sends a link in place of one that is still on its way.
   * @param mail.by the name of who made the link
   * @param mail.also the name of a tenant of the other service to which the person is invited, too
   * @returns whether it will reach the person; the person who made the link sees it in any case
   */
  sendLink(
    transaction: Executor,
    mail: MailToPerson & { by: string; link: IssuedLink; also?: string | undefined },
  ): Promise<boolean>;
  /** Sends a link to a new password that someone has asked for, perhaps not the person. */
  sendReset(
    transaction: Executor,
    mail: MailToPerson & { link: Pick<IssuedLink, 'url' | 'expiresAt'> },
  ): Promise<void>;
  /** The same to a person who signs in through an OpenID provider, without a link to a password. */
  leadToProvider(transaction: Executor, mail: MailToPerson): Promise<void>;
  /** Tells a person that an account of a provider has replaced other ways to sign in. */
  tellOfProvider(transaction: Executor, mail: MailToPerson): Promise<void>;
  /** Deletes links that are still on their way to someone who is removed. */
  withdraw(transaction: Executor, person: Omit<MailToPerson, 'to'>): Promise<void>;
  /** Tells a person that someone else may be guessing the password. */
  warnOfGuesses(transaction: Executor, mail: MailToPerson): Promise<void>;
}
