import { readTrustedProxies } from '@guidepost/http';
import {
  type Environment,
  type EnvironmentSchema,
  LOG_LEVELS,
  type LogLevel,
  readEnvironment,
} from '@guidepost/service-kit';
import { createPublicAddress } from './addresses/public-address.ts';
import { LONGEST_FILES_URL } from './files/content-images.ts';

/** A number of requests. */
const LIMIT = { type: 'integer', minimum: 1, maximum: 1_000_000 };

/** What the service reads from its environment; the README shows the same table. */
export const ENVIRONMENT: EnvironmentSchema = {
  required: ['KB_DATABASE_URL'],
  variables: {
    KB_DATABASE_URL: {
      description: 'the PostgreSQL database, postgres://user:password@host:5432/name',
      type: 'string',
      format: 'uri',
      pattern: '^postgres(ql)?://',
    },
    KB_DATABASE_LISTEN_URL: {
      description: 'a direct connection for LISTEN, when KB_DATABASE_URL leads to a transaction pooler',
      type: 'string',
      format: 'uri',
      pattern: '^postgres(ql)?://',
    },
    KB_DATABASE_POOL_SIZE: {
      description: 'connections at most',
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      default: 10,
    },
    KB_STATEMENT_TIMEOUT: {
      description: 'milliseconds after which the database ends a statement of a request',
      type: 'integer',
      minimum: 100,
      maximum: 600_000,
      default: 5_000,
    },
    HOST: { description: 'the address to listen on', type: 'string', default: '0.0.0.0' },
    KB_PORT: {
      description: 'the port of the API',
      type: 'integer',
      minimum: 0,
      maximum: 65535,
      default: 4010,
    },
    KB_METRICS_HOST: { description: 'the address of /metrics', type: 'string', default: '127.0.0.1' },
    KB_METRICS_PORT: {
      description: 'the port of /metrics',
      type: 'integer',
      minimum: 0,
      maximum: 65535,
      default: 9410,
    },
    PUBLIC_URL_TEMPLATE: {
      description: 'where people read guides and categories; {host}, {kind}, {slug} and {id} are filled in',
      type: 'string',
      minLength: 1,
      default: 'https://{host}/{kind}/{slug}',
    },
    PUBLIC_FILES_URL: {
      description: 'what stands before /files/… in content, for guides that are shown on other sites',
      type: 'string',
      pattern: '^https?://[A-Za-z0-9._~:/[\\]-]*[A-Za-z0-9._~\\]-]$',
      maxLength: LONGEST_FILES_URL,
    },
    SITE_DIRECTORY: {
      description: '"on": the front page of the service lists the public knowledge bases',
      type: 'string',
      enum: ['on', 'off'],
      default: 'off',
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
      description: 'reads a minute for each access key, counted by each instance; not limited unless set',
      ...LIMIT,
    },
    VOTE_LIMIT: {
      description: 'votes a minute for each address, counted by all instances together',
      ...LIMIT,
      default: 30,
    },
    VOTE_LIMIT_KEY: {
      description: 'votes a minute for each access key, counted by all instances together',
      ...LIMIT,
      default: 600,
    },
    KB_SECRET: {
      description:
        'what voters and limited addresses are hashed with; made once and kept in the database unless set',
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
  KB_DATABASE_URL: string;
  KB_DATABASE_LISTEN_URL?: string;
  KB_DATABASE_POOL_SIZE: number;
  KB_STATEMENT_TIMEOUT: number;
  HOST: string;
  KB_PORT: number;
  KB_METRICS_HOST: string;
  KB_METRICS_PORT: number;
  PUBLIC_URL_TEMPLATE: string;
  PUBLIC_FILES_URL?: string;
  SITE_DIRECTORY: 'on' | 'off';
  TRUSTED_PROXIES: string;
  RATE_LIMITS: 'on' | 'off';
  READ_LIMIT?: number;
  READ_LIMIT_KEY?: number;
  VOTE_LIMIT: number;
  VOTE_LIMIT_KEY: number;
  KB_SECRET?: string;
  LOG_LEVEL: LogLevel;
}

/** @throws AppError `invalid`: one line that begins with the variable's name */
export function readConfig(environment: Environment): Config {
  const config = readEnvironment<Config>(ENVIRONMENT, environment);
  // What no schema can say, so that `--check-config` finds it too.
  createPublicAddress(config.PUBLIC_URL_TEMPLATE);
  readTrustedProxies(config.TRUSTED_PROXIES);
  return config;
}
