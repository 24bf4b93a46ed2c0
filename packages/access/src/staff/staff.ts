import type { Database } from '@guidepost/postgres';
import { createLinks, type Links } from './accept-link.ts';
import { type Account, createAccount } from './account.ts';
import type { SignInLimits } from './guessing.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createPeople, type People } from './people.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { type OnFirstLock, type PasswordSignIn, signInByPassword } from './sign-in.ts';
import type { RecordStaffEvent } from './staff-event.ts';

/** The staff of a service. Secrets of sessions are returned as strings, for a cookie. */
export interface Staff {
  people: People;
  links: Links;
  sessions: Sessions;
  account: Account;
  passkeys: Passkeys;
  /** @returns the secret of the new session @throws AppError `unauthorized`, `rate-limited` */
  signInByPassword(attempt: PasswordSignIn): Promise<string>;
}

export interface StaffOptions {
  database: Database;
  /** The origin of the desk, in links. */
  deskUrl: string;
  limits: SignInLimits;
  /** Writes the audit log. */
  record?: RecordStaffEvent | undefined;
  /** Mails the person. */
  onFirstLock?: OnFirstLock | undefined;
  /** Counted by tests. */
  passwords?: Passwords;
}

export function createStaff(options: StaffOptions): Staff {
  const { database, deskUrl, limits, record, onFirstLock, passwords = createPasswords() } = options;
  return {
    people: createPeople({ database, deskUrl, record }),
    links: createLinks({ database, passwords, record }),
    sessions: createSessions(database),
    account: createAccount({ database, passwords, limits }),
    passkeys: createPasskeys({ database, deskUrl, limits }),
    signInByPassword: (attempt) => signInByPassword({ database, passwords, limits, onFirstLock }, attempt),
  };
}
