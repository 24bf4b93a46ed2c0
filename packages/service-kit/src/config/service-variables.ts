import { AppError } from '../errors/app-error.ts';
import type { VariableSchema } from './environment.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Names that differ between services begin with the service's prefix. */
type Variables = Record<string, VariableSchema>;

/** A PostgreSQL URL. */
export const DATABASE_URL = { type: 'string', format: 'uri', pattern: '^postgres(ql)?://' };

/** An HTTP URL without credentials, since keys have their own variables. */
export const HTTP_URL = { type: 'string', format: 'address', pattern: '^https?://[^/?#@]+(/[^?#]*)?$' };

const PORT = { type: 'integer', minimum: 0, maximum: 65535 };

export type DatabaseConfig<Prefix extends string> = Record<`${Prefix}_DATABASE_URL`, string> &
  Partial<Record<`${Prefix}_DATABASE_LISTEN_URL` | `${Prefix}_DATABASE_REPLICA_URL`, string>> &
  Record<`${Prefix}_DATABASE_PREPARED`, 'on' | 'off'> &
  Record<`${Prefix}_DATABASE_POOL_SIZE` | `${Prefix}_STATEMENT_TIMEOUT`, number>;

/** @param prefix such as `KB`; `KB_DATABASE_URL` should be required */
export function databaseVariables(prefix: string): Variables {
  return {
    [`${prefix}_DATABASE_URL`]: {
      description: 'the PostgreSQL database, postgres://user:password@host:5432/name',
      ...DATABASE_URL,
    },
    [`${prefix}_DATABASE_LISTEN_URL`]: {
      description: `a direct connection for LISTEN, when ${prefix}_DATABASE_URL leads to a transaction pooler`,
      ...DATABASE_URL,
    },
    [`${prefix}_DATABASE_REPLICA_URL`]: {
      description: 'a streaming replica of the database, for reads of public content that it already has',
      ...DATABASE_URL,
    },
    [`${prefix}_DATABASE_PREPARED`]: {
      description:
        'whether connections keep prepared statements: off for a pooler that does not, such as PgBouncer before 1.21',
      type: 'string',
      enum: ['on', 'off'],
      default: 'on',
    },
    [`${prefix}_DATABASE_POOL_SIZE`]: {
      description: 'the maximum number of connections',
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      default: 10,
    },
    [`${prefix}_STATEMENT_TIMEOUT`]: {
      description: "milliseconds after which the database cancels a request's statement",
      type: 'integer',
      minimum: 100,
      maximum: 600_000,
      default: 5_000,
    },
  };
}

export type ListeningConfig<Prefix extends string> = Record<'HOST' | `${Prefix}_METRICS_HOST`, string> &
  Record<`${Prefix}_PORT` | `${Prefix}_METRICS_PORT`, number>;

/** @param ports each service's defaults */
export function listeningVariables(prefix: string, ports: { api: number; metrics: number }): Variables {
  return {
    HOST: { description: 'the address to listen on', type: 'string', default: '0.0.0.0' },
    [`${prefix}_PORT`]: { description: 'the port of the API', ...PORT, default: ports.api },
    [`${prefix}_METRICS_HOST`]: {
      description: 'the address of /metrics',
      type: 'string',
      default: '127.0.0.1',
    },
    [`${prefix}_METRICS_PORT`]: { description: 'the port of /metrics', ...PORT, default: ports.metrics },
  };
}

export interface ClientConfig {
  TRUSTED_PROXIES: string;
}

/** How client addresses are determined. */
export const CLIENT_VARIABLES: Variables = {
  TRUSTED_PROXIES: {
    description: 'addresses or networks whose X-Forwarded-For is trusted, separated by commas',
    type: 'string',
    default: '',
  },
};

export type SecretConfig<Prefix extends string> = Partial<Record<`${Prefix}_SECRET`, string>>;

/** @param hashed names the hashed values in the description */
export function secretVariable(prefix: string, hashed: string): Variables {
  return {
    [`${prefix}_SECRET`]: {
      description: `the key for hashing ${hashed}; generated once and stored in the database unless set`,
      type: 'string',
      minLength: 16,
      secret: true,
    },
  };
}

export interface ProcessConfig {
  LOG_LEVEL: LogLevel;
  STOP_TIMEOUT: number;
}

/** How the process logs and ends. */
export const PROCESS_VARIABLES: Variables = {
  LOG_LEVEL: {
    description: 'the least severe level that is logged',
    type: 'string',
    enum: LOG_LEVELS,
    default: 'info',
  },
  STOP_TIMEOUT: {
    description: 'seconds after which a stopped process ends, whatever it still waits for',
    type: 'integer',
    minimum: 3,
    maximum: 600,
    default: 20,
  },
};

export type ServiceConfig<Prefix extends string> = DatabaseConfig<Prefix> &
  ListeningConfig<Prefix> &
  ClientConfig &
  SecretConfig<Prefix> &
  ProcessConfig;

/** Values by the name of the tenant they are for; the one named '' is for all others. */
export type ByTenant = ReadonlyMap<string, string>;

const NAMED = /^([a-z0-9][a-z0-9.:-]*)=(.+)$/i;

const ADDRESS = new RegExp(HTTP_URL.pattern);

/** Characters that a header can carry, except commas, which separate keys. */
const KEY = /^[!-+\--~]+$/;

/**
 * Addresses without a trailing slash: one for all tenants, or several such as
 * `https://a.example, shop=https://b.example`.
 * @throws AppError `invalid`: one line that begins with the variable's name
 */
export function readAddressesByTenant(variable: string, text: string | undefined): ByTenant {
  const addresses = readByTenant(text, (value) => ADDRESS.test(value) && URL.canParse(value));
  if (!addresses)
    throw new AppError(
      'invalid',
      `${variable} must be an http or https address, or several as name=address, separated by commas`,
    );
  return new Map(Array.from(addresses, ([name, address]) => [name, address.replace(/(?<!\/)\/+$/, '')]));
}

/**
 * Access keys: one for all tenants, or several as `name=key`.
 * @throws AppError `invalid`, as above and without a key in it
 */
export function readKeysByTenant(variable: string, text: string | undefined): ByTenant {
  const keys = readByTenant(text, (value) => KEY.test(value));
  if (keys) return keys;
  throw new AppError('invalid', `${variable} must be a key, or several as name=key, separated by commas`);
}

/** Undefined if one is invalid or two are for the same. */
function readByTenant(text = '', isValid: (value: string) => boolean): ByTenant | undefined {
  const entries = text.split(',').map((entry) => entry.trim());
  const values = entries.filter(Boolean).map(readEntry);
  const byName = new Map(values);
  const isRefused = byName.size < values.length || values.some(([, value]) => !isValid(value));
  return isRefused ? undefined : byName;
}

function readEntry(entry: string): [name: string, value: string] {
  const [, name = '', value = entry] = NAMED.exec(entry) ?? [];
  return [name.toLowerCase(), value];
}
