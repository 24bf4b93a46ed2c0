import { AppError } from '@guidepost/service-kit';
import type { ClientAuth, Configuration } from 'openid-client';
import { isLoopback } from './loopback.ts';

export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What a provider says about a person. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string | undefined;
  verified: boolean;
  name: string | undefined;
}

/** What the end of a sign-in needs of its beginning. */
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

const load = () => import('openid-client');

/** A client of an OpenID provider by the code flow with PKCE. Asks the provider nothing until someone signs in. */
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
    .discovery(new URL(issuer), clientId, {}, authenticate, { timeout: TIMEOUT, execute })
    .catch((cause: unknown) => {
      throw providerAway(cause);
    });
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
