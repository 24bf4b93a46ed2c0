import { type Database, isUniqueViolation, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type {
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { browserName } from './browser-name.ts';
import { putChallenge, takeChallenge } from './challenges.ts';
import { requireName } from './people.ts';
import { findPerson } from './person-statements.ts';
import type { Session } from './sessions.ts';
import {
  challengeIn,
  loadWebAuthn,
  PASSKEY_TIMEOUT,
  type RelyingParty,
  unusablePasskey,
  userIdOf,
} from './webauthn.ts';

export interface Passkey {
  id: number;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface NewPasskey {
  response: RegistrationResponseJSON;
  /** By default that of the browser. */
  name?: string | undefined;
  userAgent: string | undefined;
}

const MOST_PASSKEYS = 20;

const listCredentials = sql`
  select credential_id as id, transports
  from staff_passkeys
  where person_id = $1
  order by staff_passkeys.id
`;
const insert = sql`
  insert into staff_passkeys (person_id, credential_id, public_key, counter, transports, name)
  values ($1, $2, $3, $4, $5, $6)
  returning id, name, created_at, last_used_at
`;

export async function passkeyRegistrationOptions(
  database: Database,
  { rpID }: RelyingParty,
  { person }: Session,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const known = await database.any<{ id: string; transports: AuthenticatorTransport[] }>(
    listCredentials([person.id]),
  );
  if (known.length >= MOST_PASSKEYS) {
    throw new AppError('conflict', `You have ${MOST_PASSKEYS} passkeys; remove one first.`);
  }
  const { user_handle } = await database.one<{ user_handle: string }>(findPerson([person.id]));
  const options = await generateRegistrationOptions({
    rpName: rpID,
    rpID,
    userID: userIdOf(user_handle),
    userName: person.email,
    userDisplayName: person.name,
    timeout: PASSKEY_TIMEOUT * 1_000,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await putChallenge(database, challengeOf(options.challenge, person.id), { seconds: PASSKEY_TIMEOUT });
  return options;
}

export async function registerPasskey(
  database: Database,
  { rpID, expected }: RelyingParty,
  { session: { person }, response, name, userAgent }: NewPasskey & { session: Session },
): Promise<Passkey> {
  const chosen = name === undefined ? browserName(userAgent) || rpID : requireName(name);
  const challenge = challengeIn(response);
  if (!(await takeChallenge(database, challengeOf(challenge, person.id)))) throw unusablePasskey('invalid');
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    ...expected,
    response,
    expectedChallenge: challenge,
  }).catch((cause: unknown) => {
    throw unusablePasskey('invalid', cause);
  });
  if (!registrationInfo) throw unusablePasskey('invalid');
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const values = [person.id, id, Buffer.from(publicKey), counter, transports, chosen];
  return database.one<Passkey>(insert(values)).catch((cause: unknown) => {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError('conflict', 'This passkey is already registered.', { cause });
  });
}

const challengeOf = (secret: string, personId: number) =>
  ({ secret, purpose: 'passkey-registration', personId }) as const;
