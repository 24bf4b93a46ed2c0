import { type Database, sql } from '@guidepost/postgres';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { putChallenge, takeChallenge } from './challenges.ts';
import { beginSession } from './sessions.ts';
import { challengeIn, loadWebAuthn, PASSKEY_TIMEOUT, type RelyingParty, userIdOf } from './webauthn.ts';

interface StoredPasskey {
  id: number;
  public_key: Buffer;
  counter: number;
  transports: AuthenticatorTransport[];
  user_handle: string;
}

const find = sql`
  select k.id, k.person_id, k.public_key, k.counter, k.transports, p.user_handle
  from staff_passkeys k
  join staff_people p on p.id = k.person_id
  where k.credential_id = $1
`;
const use = sql`
  -- The row lock waits for a removal, which ends all sessions afterwards.
  update staff_passkeys
  set counter = $2, last_used_at = now()
  where id = $1
  returning person_id
`;

/** For a passkey that the browser finds by itself. */
export async function passkeySignInOptions(
  database: Database,
  { rpID }: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const timeout = PASSKEY_TIMEOUT * 1_000;
  const options = await generateAuthenticationOptions({ rpID, timeout, userVerification: 'required' });
  await putChallenge(database, challengeOf(options.challenge), { seconds: PASSKEY_TIMEOUT });
  return options;
}

/** @returns the secret of a new session; undefined if the response is not good for one */
export async function signInByPasskey(
  database: Database,
  relyingParty: RelyingParty,
  { response, userAgent }: { response: AuthenticationResponseJSON; userAgent: string | undefined },
): Promise<string | undefined> {
  const verified = await verify(database, relyingParty, response);
  if (!verified) return undefined;
  return database.tx('sign-in-by-passkey', async (transaction) => {
    const used = await transaction.oneOrNone<{ person_id: number }>(use([verified.id, verified.counter]));
    return used ? beginSession(transaction, { personId: used.person_id, userAgent }) : undefined;
  });
}

/** The passkey, with its next counter. */
async function verify(
  database: Database,
  { expected }: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<{ id: number; counter: number } | undefined> {
  const challenge = challengeIn(response);
  if (!(await takeChallenge(database, challengeOf(challenge)))) return undefined;
  const passkey = await database.oneOrNone<StoredPasskey>(find([String(response.id).replaceAll('\0', '')]));
  if (!passkey || !isFor(passkey, response)) return undefined;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { public_key, counter, transports } = passkey;
  const credential = { id: response.id, publicKey: new Uint8Array(public_key), counter, transports };
  try {
    const outcome = await verifyAuthenticationResponse({
      ...expected,
      response,
      expectedChallenge: challenge,
      credential,
    });
    return outcome.verified ? { id: passkey.id, counter: outcome.authenticationInfo.newCounter } : undefined;
  } catch {
    return undefined;
  }
}

/** WebAuthn Level 3 §7.2, step 6: the library leaves it to us. */
function isFor({ user_handle }: StoredPasskey, { response }: AuthenticationResponseJSON): boolean {
  return response.userHandle === Buffer.from(userIdOf(user_handle)).toString('base64url');
}

const challengeOf = (secret: string) => ({ secret, purpose: 'passkey-sign-in' }) as const;
