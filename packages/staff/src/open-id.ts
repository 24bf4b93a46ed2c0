import { addressBlock } from '@guidepost/http';
import type { SignInLimits } from '@guidepost/http/limits';
import type { Database } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { putChallenge, takeChallenge } from './challenges.ts';
import { refuseOverLimit } from './guessing.ts';
import { checkOf, createOpenIdClient, type OpenIdChecks } from './open-id-client.ts';
import { type Admitted, admitIdentity, type DomainRules, notInvited } from './open-id-person.ts';
import { createSecretToken, isSecretToken } from './secret-token.ts';
import { beginSession, endSession } from './sessions.ts';
import type { Visitor } from './sign-in-ways.ts';
import type { RecordStaffEvent } from './staff-event.ts';
import type { StaffMail } from './staff-mail.ts';
import type { OpenIdProvider } from './staff-variables.ts';

/** Signing in through an OpenID provider. */
export interface OpenId {
  /**
   * @param returnTo handed back at the end, such as the page that asked for a session
   * @returns where the browser goes, and a secret to keep in a cookie of ten minutes, which binds the end to the
   * browser
   * @throws AppError `unavailable` while the provider is away, `rate-limited`
   */
  begin(start: { sender: string; returnTo?: string | undefined }): Promise<{ url: string; cookie: string }>;
  /**
   * @returns the secret of the new session, and whether the first sign-in through the provider ended other ways
   * @throws AppError `unauthorized`, `forbidden` for those who are not invited, `unavailable`
   */
  finish(end: OpenIdEnd): Promise<OpenIdOutcome>;
}

export interface OpenIdEnd extends Visitor {
  /** The query string of {@link OPEN_ID_PATH} as the browser sent it. */
  query: string;
  cookie: string | undefined;
}

export interface OpenIdOutcome extends Pick<Admitted, 'endedOthers'> {
  token: string;
  returnTo: string | undefined;
}

export interface OpenIdOptions {
  provider: OpenIdProvider;
  rules: DomainRules;
  database: Database;
  deskUrl: string;
  limits: SignInLimits;
  record?: RecordStaffEvent | undefined;
  mail?: StaffMail | undefined;
  /** Told of each sign-in that fails, for the log. */
  onRefusal?: ((refusal: OpenIdRefusal) => void) | undefined;
}

export interface OpenIdRefusal {
  /** The client as the provider knows it. */
  client: string;
  issuer: string;
  /** Codes and messages; never a token, a claim or an address. */
  check: string;
}

/** Where the provider sends browsers back to; its redirect URI is this on `DESK_URL`. */
export const OPEN_ID_PATH = '/desk/sign-in/openid';

/** How long the cookie is kept. */
export const OPEN_ID_SECONDS = 10 * 60;

export function createOpenId(options: OpenIdOptions): OpenId {
  const { provider, rules, database, deskUrl, limits, record, mail } = options;
  const returnUrl = new URL(OPEN_ID_PATH, deskUrl);
  const client = createOpenIdClient(provider, returnUrl.href);

  async function begin({ sender, returnTo }: Parameters<OpenId['begin']>[0]) {
    refuseOverLimit(await limits.start?.take(addressBlock(sender)));
    const { url, checks } = await client.begin();
    const cookie = createSecretToken();
    const details = { ...checks, returnTo };
    await putChallenge(database, challengeOf(cookie), { details, seconds: OPEN_ID_SECONDS });
    return { url, cookie };
  }

  async function finish({ query, cookie = '', userAgent, token: former }: OpenIdEnd) {
    const kept = isSecretToken(cookie)
      ? await takeChallenge<OpenIdChecks & { returnTo?: string }>(database, challengeOf(cookie))
      : undefined;
    if (!kept)
      throw new AppError('unauthorized', 'Signing in took too long. Please start again.', {
        reason: 'signInFailed',
      });
    const identity = await client.finish(withQuery(returnUrl, query), kept);
    const begun = await database.tx('sign-in-by-open-id', async (transaction) => {
      const { personId, endedOthers } = await admitIdentity(transaction, identity, { rules, record, mail });
      const token = await beginSession(transaction, { personId, userAgent });
      // Someone of an allowed domain who was removed from all tenants.
      if (token === undefined) throw notInvited(identity.email ?? '');
      return { token, endedOthers };
    });
    if (former) await endSession(database, former);
    return { ...begun, returnTo: kept.returnTo };
  }

  /** @throws what the work throws, after a line in the log */
  async function report<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const { clientId, issuer } = provider;
      options.onRefusal?.({ client: clientId, issuer, check: checkOf(error) });
      throw error;
    }
  }

  return {
    begin: (start) => report(() => begin(start)),
    finish: (end) => report(() => finish(end)),
  };
}

function withQuery(address: URL, query: string): URL {
  const url = new URL(address);
  url.search = query;
  return url;
}

const challengeOf = (secret: string) => ({ secret, purpose: 'openid' }) as const;
