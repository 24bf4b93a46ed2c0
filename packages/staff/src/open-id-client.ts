import { AppError } from '@guidepost/service-kit';
import type { ClientAuth, Configuration, CustomFetchOptions, IDToken } from 'openid-client';
import { isLoopback, type OpenIdProvider } from './staff-variables.ts';

/** A person as a provider describes them. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string | undefined;
  verified: boolean;
  name: string | undefined;
}

/** Values from the beginning of a sign-in that are checked at its end. */
export interface OpenIdChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface OpenIdClient {
  /** Where the browser goes. @throws AppError `unavailable` */
  begin(): Promise<{ url: string; checks: OpenIdChecks }>;
  /**
   * @param returned where the provider sent the browser
   * @throws AppError `unavailable`, `unauthorized`
   */
  finish(returned: URL, checks: OpenIdChecks): Promise<Identity>;
}

const SCOPE = 'openid email profile';
/** Seconds that the provider may take to answer. */
const TIMEOUT = 5;
/** Milliseconds after which the provider is asked again what it supports. */
const DISCOVERY_LIFETIME = 60 * 60 * 1_000;
const RETRY_AFTER_SECONDS = 5;

/** Bytes of an answer of the provider; its keys and tokens take some kilobytes. */
const MOST_ANSWER_BYTES = 1_000_000;
/** Characters of a log line. */
const LONGEST_CHECK = 500;
/** Seconds that the provider's clock may be ahead. */
const CLOCK_TOLERANCE = 120;

const load = () => import('openid-client');

/**
 * A client of an OpenID provider by the code flow with PKCE (S34). Asks the provider nothing until someone signs in.
 */
export function createOpenIdClient(provider: OpenIdProvider, returnUrl: string): OpenIdClient {
  let known: { configuration: Promise<Configuration>; until: number } | undefined;

  function discover(): Promise<Configuration> {
    if (known && performance.now() < known.until) return known.configuration;
    const configuration = discoverProvider(provider);
    const current = { configuration, until: performance.now() + DISCOVERY_LIFETIME };
    known = current;
    configuration.catch(() => {
      if (known === current) known = undefined;
    });
    return configuration;
  }

  return {
    async begin() {
      const client = await load();
      const configuration = await discover();
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: returnUrl,
        scope: SCOPE,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, checks };
    },

    async finish(returned, { state, nonce, codeVerifier }) {
      const configuration = await discover();
      try {
        return await redeem(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
        });
      } catch (error) {
        throw isAway(error) ? providerAway(error) : refusedByChecks(error);
      }
    },
  };
}

async function discoverProvider({ issuer, clientId, clientSecret }: OpenIdProvider): Promise<Configuration> {
  const client = await load();
  const authenticate: ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = methods.includes('client_secret_basic')
      ? client.ClientSecretBasic
      : client.ClientSecretPost;
    return method(clientSecret)(server, ...rest);
  };
  // By default, the signatures of tokens that come over TLS are not checked.
  const execute = [client.enableNonRepudiationChecks];
  if (isLoopback(issuer)) execute.push(client.allowInsecureRequests);
  return client
    .discovery(new URL(issuer), clientId, {}, authenticate, {
      timeout: TIMEOUT,
      execute,
      [client.customFetch]: fetchBounded,
    })
    .catch((cause: unknown) => {
      throw providerAway(cause);
    });
}

/** Ends with the signal of the request, however slowly the answer comes (S51). */
async function fetchBounded(url: string, options: CustomFetchOptions): Promise<Response> {
  const { body, status, statusText, headers } = await fetch(url, options as RequestInit);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_ANSWER_BYTES)
      throw new AppError('unavailable', `an answer of more than ${MOST_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Response(body && Buffer.concat(chunks), { status, statusText, headers });
}

/** The library accepts a token from the future. */
function requireIssued({ iat }: IDToken): void {
  if (iat <= Date.now() / 1_000 + CLOCK_TOLERANCE) return;
  throw new AppError('unauthorized', 'the ID token is issued in the future');
}

async function redeem(
  configuration: Configuration,
  returned: URL,
  checks: { expectedState: string; expectedNonce: string; pkceCodeVerifier: string },
): Promise<Identity> {
  const client = await load();
  const tokens = await client.authorizationCodeGrant(configuration, returned, checks);
  const claims = tokens.claims();
  if (!claims) throw new Error('the provider sent no ID token');
  requireIssued(claims);
  const { iss: issuer, sub: subject } = claims;
  // Claims of `email` and `profile` need not be in the token: OpenID Connect Core 1.0 §5.4.
  const about =
    claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(configuration, tokens.access_token, subject)
      : claims;
  const { email, email_verified, name } = about;
  return {
    issuer,
    subject,
    email: typeof email === 'string' ? email : undefined,
    verified: email_verified === true,
    name: typeof name === 'string' ? name : undefined,
  };
}

/** No answer, or one of the kind of 503. */
function isAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, message, status, cause } = error as Partial<Error & Response>;
  return name === 'TimeoutError' || message === 'fetch failed' || (status ?? 0) >= 500 || isAway(cause);
}

function providerAway(cause: unknown): AppError {
  const message = 'The identity provider does not answer. Try again in a moment.';
  return new AppError('unavailable', message, { cause, retryAfter: RETRY_AFTER_SECONDS });
}

function refusedByChecks(cause: unknown): AppError {
  return new AppError('unauthorized', 'Sign-in failed. Please start again.', {
    reason: 'signInFailed',
    cause,
  });
}

/** The subject of a refusal, for a log: never a token, a claim or an address. */
export function checkOf(error: unknown): string {
  const parts: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, error: answer } = cause as { code?: unknown; error?: unknown };
    const about = cause instanceof AppError ? cause.details.reason : undefined;
    parts.push(...[about, code, answer].filter(isWord), about === undefined ? cause.message : '');
    const claim = claimOf(cause.cause);
    if (claim) parts.push(claim);
  }
  return [...new Set(parts.filter(Boolean))].join(', ').slice(0, LONGEST_CHECK);
}

/** Codes; a provider or a browser can send any text as the name of an error. */
function isWord(text: unknown): text is string {
  return typeof text === 'string' && /^\w{1,60}$/.test(text);
}

function claimOf(details: unknown): string | undefined {
  const { claim } = (details ?? {}) as { claim?: unknown };
  return isWord(claim) ? `claim ${claim}` : undefined;
}
