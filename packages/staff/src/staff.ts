import type { SignInLimits } from '@guidepost/http/limits';
import type { Database } from '@guidepost/postgres';
import { type Account, createAccount } from './account.ts';
import { createLinks, type Links } from './links.ts';
import type { LanguagesOf } from './members.ts';
import { createOpenId, type OpenId, type OpenIdRefusal } from './open-id.ts';
import type { DomainRules } from './open-id-person.ts';
import { createPasses, type Passes } from './passes.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { type PasswordSignIn, signInByPassword } from './password-sign-in.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createPeople, type People } from './people.ts';
import { createResets, type Resets } from './resets.ts';
import { createSessions, type IsOriginOpen, type Sessions } from './sessions.ts';
import { openWays, requireWay, type Ways } from './sign-in-ways.ts';
import type { RecordStaffEvent } from './staff-event.ts';
import type { StaffMail } from './staff-mail.ts';
import type { OpenIdProvider } from './staff-variables.ts';

/** The staff of a service. Secrets of sessions are returned as strings, for a cookie. */
export interface Staff {
  people: People;
  links: Links;
  sessions: Sessions;
  account: Account;
  resets: Resets;
  passkeys: Passkeys;
  passes: Passes;
  /** Unless no provider is configured. */
  openId: OpenId | undefined;
  /** Whatever is closed throws AppError `forbidden`. */
  ways: Ways;
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
  mail?: StaffMail | undefined;
  /** Without it, people work in all languages. */
  languagesOf?: LanguagesOf | undefined;
  /** Told of what fails after the answer. */
  onFailure?: ((error: unknown) => void) | undefined;
  openId?: OpenIdSettings | undefined;
  /** Told of each sign-in through the provider that fails. */
  onRefusal?: ((refusal: OpenIdRefusal) => void) | undefined;
  /** Without it, no one passes from the desk of another service. */
  isOriginOpen?: IsOriginOpen | undefined;
  /** Counted by tests. */
  passwords?: Passwords;
}

export interface OpenIdSettings extends DomainRules {
  provider: OpenIdProvider;
  /** Closes the other ways to sign in. */
  only: boolean;
}

export function createStaff(options: StaffOptions): Staff {
  const { database, deskUrl, limits, record, mail, languagesOf, openId, isOriginOpen } = options;
  const { passwords = createPasswords() } = options;
  const ways = openWays({ deskUrl, openId: openId !== undefined, openIdOnly: openId?.only ?? false });
  return {
    ways,
    people: createPeople({ database, deskUrl, record, mail, languagesOf }),
    links: createLinks({ database, passwords, record, ways }),
    sessions: createSessions(database, isOriginOpen),
    account: createAccount({ database, passwords, limits, ways }),
    resets: createResets({ ...options, ways }),
    passkeys: createPasskeys({ database, deskUrl, limits, ways }),
    passes: createPasses({ database, record, isOriginOpen }),
    openId: openId && createOpenId({ provider: openId.provider, rules: openId, ...options }),
    async signInByPassword(attempt) {
      requireWay(ways.password);
      return signInByPassword({ ...options, passwords }, attempt);
    },
  };
}
