import { readTrustedProxies } from '@guidepost/http';
import {
  AppError,
  type Environment,
  type EnvironmentSchema,
  LOG_LEVELS,
  type LogLevel,
  readEnvironment,
} from '@guidepost/service-kit';

/** A number of requests. */
const LIMIT = { type: 'integer', minimum: 1, maximum: 1_000_000 };

/** What the service reads from its environment; the README shows the same table. */
export const ENVIRONMENT: EnvironmentSchema = {
  required: ['FORUM_DATABASE_URL'],
  variables: {
    FORUM_DATABASE_URL: {
      description: 'the PostgreSQL database, postgres://user:password@host:5432/name',
      type: 'string',
      format: 'uri',
      pattern: '^postgres(ql)?://',
    },
    FORUM_DATABASE_LISTEN_URL: {
      description: 'a direct connection for LISTEN, when FORUM_DATABASE_URL leads to a transaction pooler',
      type: 'string',
      format: 'uri',
      pattern: '^postgres(ql)?://',
    },
    FORUM_DATABASE_POOL_SIZE: {
      description: 'connections at most',
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      default: 10,
    },
    FORUM_STATEMENT_TIMEOUT: {
      description: 'milliseconds after which the database ends a statement of a request',
      type: 'integer',
      minimum: 100,
      maximum: 600_000,
      default: 5_000,
    },
    HOST: { description: 'the address to listen on', type: 'string', default: '0.0.0.0' },
    FORUM_PORT: {
      description: 'the port of the API',
      type: 'integer',
      minimum: 0,
      maximum: 65535,
      default: 4020,
    },
    FORUM_METRICS_HOST: { description: 'the address of /metrics', type: 'string', default: '127.0.0.1' },
    FORUM_METRICS_PORT: {
      description: 'the port of /metrics',
      type: 'integer',
      minimum: 0,
      maximum: 65535,
      default: 9420,
    },
    PUBLIC_URL: {
      description: 'where the service is reached from outside; all addresses in answers begin with it',
      type: 'string',
      pattern: '^https?://[A-Za-z0-9._~:/[\\]-]*[A-Za-z0-9._~\\]-]$',
      maxLength: 500,
      default: 'http://127.0.0.1:4020',
    },
    TRUSTED_PROXIES: {
      description: 'addresses or networks whose X-Forwarded-For is believed, separated by commas',
      type: 'string',
      default: '',
    },
    RATE_LIMITS: {
      description: '"off" for load tests: nobody is limited',
      type: 'string',
      enum: ['on', 'off'],
      default: 'on',
    },
    READ_LIMIT: {
      description: 'reads a minute for each address, counted by each instance; not limited unless set',
      ...LIMIT,
    },
    READ_LIMIT_KEY: {
      description: 'reads a minute for each key, counted by each instance; not limited unless set',
      ...LIMIT,
    },
    FORUM_SECRET: {
      description:
        'what e-mail addresses and limited addresses are hashed with; made once and kept in the database unless set',
      type: 'string',
      minLength: 16,
      secret: true,
    },
    LOG_LEVEL: {
      description: 'the least severe level that is logged',
      type: 'string',
      enum: LOG_LEVELS,
      default: 'info',
    },
  },
};

export interface Config {
  FORUM_DATABASE_URL: string;
  FORUM_DATABASE_LISTEN_URL?: string;
  FORUM_DATABASE_POOL_SIZE: number;
  FORUM_STATEMENT_TIMEOUT: number;
  HOST: string;
  FORUM_PORT: number;
  FORUM_METRICS_HOST: string;
  FORUM_METRICS_PORT: number;
  PUBLIC_URL: string;
  TRUSTED_PROXIES: string;
  RATE_LIMITS: 'on' | 'off';
  READ_LIMIT?: number;
  READ_LIMIT_KEY?: number;
  FORUM_SECRET?: string;
  LOG_LEVEL: LogLevel;
}

/** @throws AppError `invalid`: one line that begins with the variable's name */
export function readConfig(environment: Environment): Config {
  const config = readEnvironment<Config>(ENVIRONMENT, environment);
  // What no schema can say, so that `--check-config` finds it too.
  if (!URL.canParse(config.PUBLIC_URL)) throw new AppError('invalid', 'PUBLIC_URL is no address.');
  readTrustedProxies(config.TRUSTED_PROXIES);
  return config;
}
