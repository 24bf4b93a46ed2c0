import { type ClientAddress, createClaimedAddress, createClientAddress } from '@guidepost/http';
import {
  closeDatabase,
  type Database,
  openDatabase,
  type RevisionWatch,
  watchRevisions,
} from '@guidepost/postgres';
import {
  AppError,
  createHealth,
  createLogger,
  createMetrics,
  type Health,
  type Logger,
  type Metrics,
} from '@guidepost/service-kit';
import { createKeyRing, type KeyRing } from './access/key-ring.ts';
import { createKeyUse } from './access/key-use.ts';
import { createPublicAddress, type PublicPage } from './addresses/public-address.ts';
import type { Config } from './config.ts';
import { KNOWLEDGE_BASE_REVISIONS } from './knowledge-bases/changes.ts';
import {
  createKnowledgeBaseDirectory,
  type KnowledgeBaseDirectory,
} from './knowledge-bases/knowledge-base-directory.ts';
import { createIdentifyVoter, type IdentifyVoter } from './votes/voter.ts';
import { createVoterSecret } from './votes/voter-secret.ts';

/** What the features share; made once, handed to whoever needs it. */
export interface Context {
  config: Config;
  logger: Logger;
  metrics: Metrics;
  health: Health;
  database: Database;
  revisions: RevisionWatch;
  knowledgeBases: KnowledgeBaseDirectory;
  publicAddress: (page: PublicPage) => string;
  clientAddress: ClientAddress;
  keyRing: KeyRing;
  identifyVoter: IdentifyVoter;
  close(): Promise<void>;
}

export interface ContextOptions {
  logger?: Logger;
  /** Hears of each statement, for tests that count them. */
  onStatement?: (text: string) => void;
}

const STATEMENT_TIMEOUT = 5_000;

export function createContext(config: Config, options: ContextOptions = {}): Context {
  const logger = options.logger ?? createLogger({ service: 'kb', level: config.LOG_LEVEL });
  const publicAddress = createPublicAddress(config.PUBLIC_URL_TEMPLATE);
  const { clientAddress, claimedAddress } = readTrustedProxies(config.TRUSTED_PROXIES);
  const database = openServiceDatabase(config, config.KB_DATABASE_URL, options);
  const listening = openServiceDatabase(config, config.KB_DATABASE_LISTEN_URL ?? config.KB_DATABASE_URL, {});
  const revisions = watchRevisions(listening, KNOWLEDGE_BASE_REVISIONS, logListening(logger));
  const keyUse = createKeyUse(database, logger);
  const secret = createVoterSecret(database, config.KB_SECRET);
  return {
    config,
    logger,
    metrics: createMetrics('kb'),
    health: createHealth({ database: () => database.one('select 1 as one') }),
    database,
    revisions,
    knowledgeBases: createKnowledgeBaseDirectory(database, revisions),
    publicAddress,
    clientAddress,
    keyRing: createKeyRing(database, keyUse),
    identifyVoter: createIdentifyVoter({ secret, clientAddress, claimedAddress }),
    async close() {
      await keyUse.flush();
      await closeContext(revisions, [database, listening]);
    },
  };
}

function openServiceDatabase(config: Config, url: string, { onStatement }: ContextOptions): Database {
  return openDatabase({
    url,
    poolSize: config.KB_DATABASE_POOL_SIZE,
    applicationName: 'guidepost kb',
    statementTimeout: STATEMENT_TIMEOUT,
    onStatement,
  });
}

async function closeContext(revisions: RevisionWatch, databases: Database[]): Promise<void> {
  await revisions.stop();
  await Promise.all(databases.map(closeDatabase));
}

function logListening(logger: Logger): (listening: boolean, error?: unknown) => void {
  return (listening, error) => {
    if (listening) logger.info('listening for changes of other instances');
    else
      logger.warn(
        { err: error },
        'not hearing of changes; everything is read from the database until that is mended',
      );
  };
}

function readTrustedProxies(list: string): Record<'clientAddress' | 'claimedAddress', ClientAddress> {
  const entries = list.split(',').map((entry) => entry.trim());
  const proxies = entries.filter((entry) => entry !== '');
  try {
    return { clientAddress: createClientAddress(proxies), claimedAddress: createClaimedAddress(proxies) };
  } catch (error) {
    throw error instanceof AppError ? new AppError('invalid', `TRUSTED_PROXIES: ${error.message}`) : error;
  }
}
