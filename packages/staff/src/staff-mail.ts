import type { Executor } from '@guidepost/postgres';
import type { IssuedLink } from './link-tokens.ts';

/** Mail to staff, queued in the transaction of what causes it. */
export interface StaffMail {
  /**
   * Sends a link in place of one that is still on its way.
   * @param mail.by the name of who made the link
   * @returns whether it will reach the person; the person who made the link sees it in any case
   */
  sendLink(
    transaction: Executor,
    mail: { tenantId: number; personId: number; by: string; to: string; link: IssuedLink },
  ): Promise<boolean>;
  /** Deletes links that are still on their way to someone who is removed. */
  withdraw(transaction: Executor, person: { tenantId: number; personId: number }): Promise<void>;
  /** Tells a person that someone else may be guessing the password. */
  warnOfGuesses(
    transaction: Executor,
    mail: { tenantId: number; personId: number; to: string },
  ): Promise<void>;
}
