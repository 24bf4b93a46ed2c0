import { requireBucket, S3_VARIABLES } from '@guidepost/files';
import { readTrustedProxies } from '@guidepost/http';
import { LIMIT_VARIABLES, type LimitConfig, REQUESTS_A_MINUTE } from '@guidepost/http/limits';
import { MAIL_VARIABLES, type MailConfig, readMailSettings } from '@guidepost/mail';
import { AGENT_CARD_VARIABLES, type AgentCardConfig } from '@guidepost/mcp';
import { PAIR_VARIABLES, type PairConfig, readPairSettings } from '@guidepost/pairing';
import {
  EMBEDDER_VARIABLES,
  type EmbedderConfig,
  ENGINE_VARIABLES,
  type EngineConfig,
  requireModel,
} from '@guidepost/search';
import {
  type BackupConfig,
  type ByTenant,
  backupVariables,
  CLIENT_VARIABLES,
  databaseVariables,
  type Environment,
  type EnvironmentSchema,
  listeningVariables,
  PROCESS_VARIABLES,
  readAddressesByTenant,
  type ServiceConfig,
  secretVariable,
} from '@guidepost/service-kit';
import { readEnvironment } from '@guidepost/service-kit/environment';
import { readStaffSettings, STAFF_VARIABLES, type StaffConfig } from '@guidepost/staff';
import { WEBHOOK_VARIABLES, type WebhookConfig } from '@guidepost/webhooks';
import { MAX_FILES_URL_LENGTH } from './files/content-files.ts';
import type { ImageStoreConfig } from './files/image-store.ts';
import { createPublicAddress } from './model/public-address.ts';
import type { VoteLimits } from './tenants/rate-limits.ts';

const FILES = {
  KB_FILES_STORE: {
    description: 'where images go: database or s3; what the other one has is read from there',
    type: 'string',
    enum: ['database', 's3'],
    default: 'database',
  },
  ...S3_VARIABLES,
};

/** The environment variables of the service, as in the README. */
export const ENVIRONMENT: EnvironmentSchema = {
  required: ['KB_DATABASE_URL'],
  variables: {
    ...databaseVariables('KB'),
    ...listeningVariables('KB', { api: 4010, metrics: 9410 }),
    PUBLIC_URL_TEMPLATE: {
      description: 'the URL of pages, with {host}, {kind}, {slug} and {id}',
      type: 'string',
      minLength: 1,
      default: 'https://{host}/{kind}/{slug}',
    },
    PUBLIC_FILES_URL: {
      description: 'the URL before /files/… in content, for guides on other sites',
      type: 'string',
      pattern: '^https?://[A-Za-z0-9._~:/[\\]-]*[A-Za-z0-9._~\\]-]$',
      maxLength: MAX_FILES_URL_LENGTH,
    },
    ...FILES,
    KB_IMPORT_FOLDER: {
      description:
        "where uploads for an import at the desk are kept until it ends; by default the system's temporary folder",
      type: 'string',
      minLength: 1,
    },
    KB_IMPORT_SIZE: {
      description: 'megabytes that may be uploaded for an import at the desk',
      type: 'integer',
      minimum: 1,
      maximum: 2_000,
      default: 500,
    },
    SITE_DIRECTORY: {
      description: 'whether the front page lists public knowledge bases: on or off',
      type: 'string',
      enum: ['on', 'off'],
      default: 'off',
    },
    ...AGENT_CARD_VARIABLES,
    FORUM_URL: {
      description:
        'the forum that readers may ask, https://forum.example.com; one for all knowledge bases, or several as host=address, separated by commas',
      type: 'string',
    },
    ...PAIR_VARIABLES,
    ...STAFF_VARIABLES,
    ...MAIL_VARIABLES,
    ...WEBHOOK_VARIABLES,
    ...CLIENT_VARIABLES,
    ...LIMIT_VARIABLES,
    VOTE_LIMIT: {
      description: 'votes per minute and IP address, for all instances together',
      ...REQUESTS_A_MINUTE,
      default: 30,
    },
    VOTE_LIMIT_KEY: {
      description: 'votes per minute and access key, for all instances together',
      ...REQUESTS_A_MINUTE,
      default: 600,
    },
    CONTACT_LIMIT: {
      description:
        'messages per hour and IP address that readers may write, for all instances together; half as many without a script',
      ...REQUESTS_A_MINUTE,
      default: 5,
    },
    ...ENGINE_VARIABLES,
    ...EMBEDDER_VARIABLES,
    ...secretVariable('KB', 'voters and limited addresses, and for encrypting tokens of ticket systems'),
    ...backupVariables('KB'),
    ...PROCESS_VARIABLES,
  },
};

export interface Config
  extends ServiceConfig<'KB'>,
    BackupConfig<'KB'>,
    VoteLimits,
    EngineConfig,
    EmbedderConfig,
    LimitConfig,
    StaffConfig,
    PairConfig,
    MailConfig,
    WebhookConfig,
    AgentCardConfig,
    ImageStoreConfig {
  PUBLIC_URL_TEMPLATE: string;
  PUBLIC_FILES_URL?: string;
  KB_IMPORT_FOLDER?: string;
  KB_IMPORT_SIZE: number;
  SITE_DIRECTORY: 'on' | 'off';
  DESK_URL: string;
  FORUM_URL?: string;
}

/** The forums of knowledge bases, by host. @throws AppError `invalid`: one line that begins with the variable's name */
export function readForums({ FORUM_URL }: Pick<Config, 'FORUM_URL'>): ByTenant {
  return readAddressesByTenant('FORUM_URL', FORUM_URL);
}

/** @throws AppError `invalid` with a message of one line that starts with the name of the variable */
export function readConfig(environment: Environment): Config {
  const config = readEnvironment<Config>(ENVIRONMENT, environment);
  // Validated here, so that `--check-config` finds it.
  createPublicAddress(config.PUBLIC_URL_TEMPLATE);
  readForums(config);
  readPairSettings(config);
  readTrustedProxies(config.TRUSTED_PROXIES);
  requireModel(config);
  requireBucket(config, 'KB_FILES_STORE', config.KB_FILES_STORE);
  readMailSettings(config);
  return { ...config, DESK_URL: readStaffSettings(config, config.KB_PORT).deskUrl };
}

/** Where images are, for commands. @throws AppError `invalid` */
export function readImageStoreConfig(environment: Environment): ImageStoreConfig {
  return readEnvironment<ImageStoreConfig>({ variables: FILES }, environment);
}
