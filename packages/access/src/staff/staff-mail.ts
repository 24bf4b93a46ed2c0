import type { Executor } from '@guidepost/postgres';
import type { IssuedLink } from './links.ts';

/** Mail to staff, queued in the transaction of what causes it. */
export interface StaffMail {
  /** Whether mail reaches people; links are shown to those who make them in any case. */
  readonly isDelivered: boolean;
  /** @param mail.by the name of who made the link */
  sendLink(
    transaction: Executor,
    mail: { tenantId: number; by: string; to: string; link: IssuedLink },
  ): Promise<void>;
  /** Tells a person that someone else may be guessing the password. */
  warnOfGuesses(
    transaction: Executor,
    mail: { tenantId: number; personId: number; to: string },
  ): Promise<void>;
}
