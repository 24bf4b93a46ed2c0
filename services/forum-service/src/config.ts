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
  AppError,
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
  readKeysByTenant,
  type ServiceConfig,
  secretVariable,
} from '@guidepost/service-kit';
import { readEnvironment } from '@guidepost/service-kit/environment';
import { readStaffSettings, STAFF_VARIABLES, type StaffConfig } from '@guidepost/staff';
import { WEBHOOK_VARIABLES, type WebhookConfig } from '@guidepost/webhooks';
import type { FileStoreConfig } from './files/file-stores.ts';
import type { PostLimits } from './tenants/rate-limits.ts';

const SECRET = secretVariable('FORUM', 'e-mail addresses and limited addresses');

const ACCOUNT_STORAGE = {
  FORUM_ACCOUNT_STORAGE: {
    description: 'megabytes of storage for the files of one account',
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000_000,
    default: 10_000,
  },
} as const;

const FILES = {
  FORUM_FILES_DIRECTORY: {
    description:
      'directory of posted files, an absolute path, shared by all instances; of uploads in progress alone where files are in S3',
    type: 'string',
    pattern: '^/',
  },
  FORUM_FILES_STORE: {
    description:
      'where posted files go: disk or s3; what only the other one has is read from there, as long as both are configured',
    type: 'string',
    enum: ['disk', 's3'],
    default: 'disk',
  },
  ...S3_VARIABLES,
};

const LISTENING = listeningVariables('FORUM', { api: 4020, metrics: 9420 });

const PUBLIC_URL = {
  PUBLIC_URL: {
    description: 'public base URL of the service; all addresses in responses begin with it',
    type: 'string',
    pattern: '^https?://[A-Za-z0-9._~:/[\\]-]*[A-Za-z0-9._~\\]-]$',
    maxLength: 500,
  },
};

/** The environment variables; the README has the same table. */
export const ENVIRONMENT: EnvironmentSchema = {
  required: ['FORUM_DATABASE_URL', 'FORUM_FILES_DIRECTORY'],
  variables: {
    ...databaseVariables('FORUM'),
    ...LISTENING,
    ...PUBLIC_URL,
    ...AGENT_CARD_VARIABLES,
    SITE_DIRECTORY: {
      description: '"on": the front page lists the forums, and robots.txt their sitemaps',
      type: 'string',
      enum: ['on', 'off'],
      default: 'off',
    },
    ...FILES,
    ...ACCOUNT_STORAGE,
    ...PAIR_VARIABLES,
    ...STAFF_VARIABLES,
    ...MAIL_VARIABLES,
    ...WEBHOOK_VARIABLES,
    ...CLIENT_VARIABLES,
    ...LIMIT_VARIABLES,
    POST_LIMIT: {
      description: 'dialogs, comments and reports a minute for each end-user address',
      ...REQUESTS_A_MINUTE,
      default: 10,
    },
    VOTE_LIMIT: {
      description: 'votes a minute for each end-user address',
      ...REQUESTS_A_MINUTE,
      default: 30,
    },
    POST_LIMIT_SENDER: {
      description: 'posts and votes a minute for each sender without an access key',
      ...REQUESTS_A_MINUTE,
      default: 60,
    },
    POST_LIMIT_KEY: {
      description: 'posts and votes a minute for each access key',
      ...REQUESTS_A_MINUTE,
      default: 600,
    },
    ...ENGINE_VARIABLES,
    ...EMBEDDER_VARIABLES,
    KB_API_URL: {
      description:
        'the API of the knowledge base whose guides are offered, http://127.0.0.1:4010/knowledge/v1/help.example.com; one for all forums, or several as slug=address, separated by commas',
      type: 'string',
    },
    KB_API_KEY: {
      description:
        'the access key of that knowledge base, which only one that is not public needs; as slug=key for KB_API_URL with that slug',
      type: 'string',
      secret: true,
    },
    ...SECRET,
    ...backupVariables('FORUM'),
    ...PROCESS_VARIABLES,
  },
};

export interface Config
  extends ServiceConfig<'FORUM'>,
    BackupConfig<'FORUM'>,
    EngineConfig,
    EmbedderConfig,
    LimitConfig,
    PostLimits,
    StaffConfig,
    PairConfig,
    MailConfig,
    WebhookConfig,
    AgentCardConfig,
    FileStoreConfig {
  PUBLIC_URL: string;
  SITE_DIRECTORY: 'on' | 'off';
  FORUM_ACCOUNT_STORAGE: number;
  DESK_URL: string;
  KB_API_URL?: string;
  KB_API_KEY?: string;
}

/** The knowledge bases of forums. @throws AppError `invalid`: one line that begins with the variable's name */
export function readKnowledgeBases({ KB_API_URL, KB_API_KEY }: Config): { urls: ByTenant; keys: ByTenant } {
  return {
    urls: readAddressesByTenant('KB_API_URL', KB_API_URL),
    keys: readKeysByTenant('KB_API_KEY', KB_API_KEY),
  };
}

/** @throws AppError `invalid`: one line that begins with the variable's name */
export function readConfig(environment: Environment): Config {
  const config = readEnvironment<Config>(ENVIRONMENT, environment);
  // Cannot be expressed in the schema; checked here so that `--check-config` reports it too.
  const publicUrl = config.PUBLIC_URL || localUrl(config.FORUM_PORT);
  if (!URL.canParse(publicUrl)) throw new AppError('invalid', 'PUBLIC_URL is not a valid URL.');
  readTrustedProxies(config.TRUSTED_PROXIES);
  requireModel(config);
  requireBucket(config, 'FORUM_FILES_STORE', config.FORUM_FILES_STORE);
  readKnowledgeBases(config);
  readPairSettings(config);
  readMailSettings(config);
  return { ...config, PUBLIC_URL: publicUrl, DESK_URL: readStaffSettings(config, config.FORUM_PORT).deskUrl };
}

/**
 * The configured secret for hashing e-mail addresses; commands must hash as the service does.
 * @throws AppError `invalid`
 */
export function readSecret(environment: Environment): string | undefined {
  return readEnvironment<Pick<Config, 'FORUM_SECRET'>>({ variables: SECRET }, environment).FORUM_SECRET;
}

/** Where files are, for commands. @throws AppError `invalid` */
export function readFileStoreConfig(environment: Environment): FileStoreConfig {
  const config = readEnvironment<FileStoreConfig>({ variables: FILES }, environment);
  requireBucket(config, 'FORUM_FILES_STORE', config.FORUM_FILES_STORE);
  return config;
}

/** Megabytes for the files of an account, for commands. @throws AppError `invalid` */
export function readAccountStorage(environment: Environment): number {
  const variables = ACCOUNT_STORAGE;
  return readEnvironment<Pick<Config, 'FORUM_ACCOUNT_STORAGE'>>({ variables }, environment)
    .FORUM_ACCOUNT_STORAGE;
}

/** The public base URL, for commands. @throws AppError `invalid` */
export function readPublicUrl(environment: Environment): string {
  const variables = { ...PUBLIC_URL, ...LISTENING };
  const config = readEnvironment<Pick<Config, 'PUBLIC_URL' | 'FORUM_PORT'>>({ variables }, environment);
  return config.PUBLIC_URL || localUrl(config.FORUM_PORT);
}

function localUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}
