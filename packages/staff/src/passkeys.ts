import { addressBlock } from '@guidepost/http';
import type { SignInLimits } from '@guidepost/http/limits';
import { type Database, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { countGuess, refuseOverLimit } from './guessing.ts';
import {
  type NewPasskey,
  type Passkey,
  passkeyRegistrationOptions,
  registerPasskey,
} from './passkey-registration.ts';
import { passkeySignInOptions, signInByPasskey } from './passkey-sign-in.ts';
import { requireName } from './people.ts';
import { endSession, type Session } from './sessions.ts';
import { requireWay, type Visitor, type Ways } from './sign-in-ways.ts';
import { relyingPartyOf, unusablePasskey } from './webauthn.ts';

/** One of a person's passkeys. */
export interface OwnPasskey {
  personId: number;
  id: number;
}

/** Passkeys, by WebAuthn Level 3: found by the browser, and used with a PIN, a fingerprint or the like. */
export interface Passkeys {
  /** For `navigator.credentials.create`. */
  registrationOptions(session: Session): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** @throws AppError `invalid`, `conflict` if the passkey is known already */
  register(session: Session, passkey: NewPasskey): Promise<Passkey>;
  /** For `navigator.credentials.get`. @throws AppError `rate-limited` */
  signInOptions(sender: string): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** @returns the secret of the new session @throws AppError `unauthorized`, `rate-limited` */
  signIn(response: AuthenticationResponseJSON, visitor: Visitor): Promise<string>;
  list(personId: number): Promise<Passkey[]>;
  /** @throws AppError `not-found`, `invalid` for the field `name` */
  rename(passkey: OwnPasskey & { name: string }): Promise<void>;
  /** @throws AppError `not-found` */
  remove(passkey: OwnPasskey): Promise<void>;
}

export interface PasskeysOptions {
  database: Database;
  deskUrl: string;
  limits: SignInLimits;
  ways: Ways;
}

const listOfPerson = sql`
  select id, name, created_at, last_used_at
  from staff_passkeys
  where person_id = $1
  order by id
`;
const renameOne = sql`
  update staff_passkeys
  set name = $3
  where person_id = $1 and id = $2
  returning id
`;
const deleteOne = sql`
  delete from staff_passkeys
  where person_id = $1 and id = $2
  returning id
`;

export function createPasskeys({ database, deskUrl, limits, ways }: PasskeysOptions): Passkeys {
  const relyingParty = relyingPartyOf(deskUrl);
  return {
    async registrationOptions(session) {
      requireWay(ways.passkey);
      return passkeyRegistrationOptions(database, relyingParty, session);
    },

    async register(session, passkey) {
      requireWay(ways.passkey);
      return registerPasskey(database, relyingParty, { session, ...passkey });
    },

    async signInOptions(sender) {
      requireWay(ways.passkey);
      refuseOverLimit(await limits.start?.take(addressBlock(sender)));
      return passkeySignInOptions(database, relyingParty);
    },

    async signIn(response, { sender, userAgent, token: former }) {
      requireWay(ways.passkey);
      const guess = { account: '', sender: addressBlock(sender) };
      const { result } = await countGuess({ sender: limits.sender }, guess, () =>
        signInByPasskey(database, relyingParty, { response, userAgent }),
      );
      if (result === undefined) throw unusablePasskey('unauthorized');
      if (former) await endSession(database, former);
      return result;
    },

    list: (personId) => database.any<Passkey>(listOfPerson([personId])),

    async rename({ personId, id, name }) {
      const values = [personId, id, requireName(name)];
      if (!isStoredId(id) || !(await database.oneOrNone(renameOne(values)))) throw noSuchPasskey();
    },

    async remove({ personId, id }) {
      if (!isStoredId(id) || !(await database.oneOrNone(deleteOne([personId, id])))) throw noSuchPasskey();
    },
  };
}

function noSuchPasskey(): AppError {
  return new AppError('not-found', 'There is no such passkey.');
}
