import { addressBlock } from '@guidepost/http';
import type { SignInLimits } from '@guidepost/http/limits';
import { type Database, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { foldAddress } from './email-address.ts';
import { countGuess } from './guessing.ts';
import { wrongCredentials } from './password-sign-in.ts';
import type { Passwords } from './passwords.ts';
import { requireName } from './people.ts';
import {
  deleteChallengesOfPerson,
  deleteSessionsOfPerson,
  findPerson,
  lockPerson,
  setPassword,
} from './person-statements.ts';
import { beginSession, type Session } from './sessions.ts';
import { requireWay, type Visitor, type Ways } from './sign-in-ways.ts';

export interface PasswordChange extends Visitor {
  /** Not needed by people who have none. */
  current?: string | undefined;
  password: string;
}

/** Changes that people make to their own account. */
export interface Account {
  /** @throws AppError `invalid` for the field `name` */
  changeName(session: Session, name: string): Promise<void>;
  /**
   * Ends all sessions.
   * @returns the secret of a new one
   * @throws AppError `invalid` for the fields `current` and `password`, `rate-limited`
   */
  changePassword(session: Session, change: PasswordChange): Promise<string>;
}

export interface AccountOptions {
  database: Database;
  passwords: Passwords;
  limits: SignInLimits;
  ways: Ways;
}

const setName = sql`
  update staff_people
  set name = $2
  where id = $1
`;

export function createAccount({ database, passwords, limits, ways }: AccountOptions): Account {
  async function requireCurrent({ person }: Session, { current = '', sender }: PasswordChange) {
    const { password } = await database.one<{ password: string | null }>(findPerson([person.id]));
    if (password === null) return null;
    const guess = { account: foldAddress(person.email), sender: addressBlock(sender) };
    const { result } = await countGuess(limits, guess, async () =>
      (await passwords.matches(current, password)) ? password : undefined,
    );
    if (result !== undefined) return result;
    const message = 'This is not your current password.';
    throw new AppError('invalid', message, { fields: { current: [message] }, reason: 'notYourPassword' });
  }

  return {
    async changeName({ person }, name) {
      await database.none(setName([person.id, requireName(name)]));
    },

    async changePassword(session, change) {
      requireWay(ways.password);
      const { id } = session.person;
      const former = await requireCurrent(session, change);
      const encoded = await passwords.encode(change.password);
      await database.tx('change-password', async (transaction) => {
        await transaction.any(lockPerson([id]));
        const stored = await transaction.oneOrNone<{ password: string | null }>(findPerson([id]));
        if (!stored || stored.password !== former) throw wrongCredentials();
        await transaction.none(setPassword([id, encoded, null]));
        await transaction.none(deleteSessionsOfPerson([id]));
        await transaction.none(deleteChallengesOfPerson([id]));
      });
      const token = await beginSession(database, {
        personId: id,
        userAgent: change.userAgent,
        password: encoded,
      });
      if (token === undefined) throw wrongCredentials();
      return token;
    },
  };
}
