import { AppError, HTTP_URL, type VariableSchema } from '@guidepost/service-kit';
import { isRole, ROLES, type Role } from './staff-event.ts';

export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface StaffConfig {
  DESK_URL?: string;
  OIDC_ISSUER?: string;
  OIDC_CLIENT_ID?: string;
  OIDC_CLIENT_SECRET?: string;
  OIDC_DOMAINS?: string;
  OIDC_ONLY: 'on' | 'off';
}

/** Environment variables of services that have a desk. */
export const STAFF_VARIABLES: Record<string, VariableSchema> = {
  DESK_URL: {
    description: 'the origin of the desk, in links and for passkeys; https unless its host is loopback',
    ...HTTP_URL,
  },
  OIDC_ISSUER: {
    description: 'the OpenID provider that staff may sign in through; https unless its host is loopback',
    ...HTTP_URL,
  },
  OIDC_CLIENT_ID: { description: 'the client id at the OpenID provider', type: 'string' },
  OIDC_CLIENT_SECRET: {
    description: 'the client secret at the OpenID provider',
    type: 'string',
    secret: true,
  },
  OIDC_DOMAINS: {
    description:
      'domains whose people need no invitation, with a role each: example.com=author,example.org=editor',
    type: 'string',
  },
  OIDC_ONLY: {
    description: '"on" closes all other ways to sign in',
    type: 'string',
    enum: ['on', 'off'],
    default: 'off',
  },
};

/** The part of the configuration that is used as more than text. */
export interface StaffSettings {
  deskUrl: string;
  provider: OpenIdProvider | undefined;
  domains: ReadonlyMap<string, Role>;
  providerOnly: boolean;
}

const DOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;

/**
 * @param port of the service, for the address of a desk on this machine
 * @throws AppError `invalid` with a message of one line that starts with the name of the variable
 */
export function readStaffSettings(config: StaffConfig, port: number): StaffSettings {
  const provider = readProvider(config);
  if (!provider && config.OIDC_DOMAINS) throw needsProvider('OIDC_DOMAINS');
  if (!provider && config.OIDC_ONLY === 'on') throw needsProvider('OIDC_ONLY');
  return {
    deskUrl: readDeskUrl(config.DESK_URL, port),
    provider,
    domains: readDomains(config.OIDC_DOMAINS ?? ''),
    providerOnly: config.OIDC_ONLY === 'on',
  };
}

/** @throws AppError `invalid` */
export function readDeskUrl(value: string | undefined, port: number): string {
  if (!value) return `http://localhost:${port}`;
  if (!URL.canParse(value)) throw new AppError('invalid', `DESK_URL must be an address, not "${value}"`);
  const { href, origin } = new URL(value);
  if (href !== `${origin}/`) {
    throw new AppError('invalid', `DESK_URL must have no path, not "${value}"`);
  }
  requireSecure('DESK_URL', value);
  return origin;
}

function readProvider(config: StaffConfig): OpenIdProvider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  if (!issuer && !clientId && !clientSecret) return undefined;
  if (!issuer) throw incomplete('OIDC_ISSUER');
  if (!clientId) throw incomplete('OIDC_CLIENT_ID');
  if (!clientSecret) throw incomplete('OIDC_CLIENT_SECRET');
  requireSecure('OIDC_ISSUER', issuer);
  return { issuer, clientId, clientSecret };
}

function readDomains(value: string): Map<string, Role> {
  const entries = value.split(',').map((entry) => entry.trim());
  return new Map(entries.filter(Boolean).map(readDomain));
}

function readDomain(entry: string): [string, Role] {
  const [domain = '', role = '', ...more] = entry.split('=').map((part) => part.trim().toLowerCase());
  if (DOMAIN.test(domain) && isRole(role) && more.length === 0) return [domain, role];
  const roles = ROLES.join(', ');
  throw new AppError(
    'invalid',
    `OIDC_DOMAINS must be like example.com=author, with ${roles}, not "${entry}"`,
  );
}

function requireSecure(name: string, value: string): void {
  if (value.startsWith('https:') || isLoopback(value)) return;
  throw new AppError(
    'invalid',
    `${name} must begin with https:// unless its host is loopback, not "${value}"`,
  );
}

function incomplete(name: string): AppError {
  const message = `${name} is not set: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together`;
  return new AppError('invalid', message);
}

function needsProvider(name: string): AppError {
  return new AppError('invalid', `${name} needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET`);
}

/** Whether only this machine can open the address. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
