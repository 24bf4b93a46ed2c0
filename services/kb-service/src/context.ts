import type { IncomingMessage } from 'node:http';
import {
  type ClientAddress,
  createClaimedAddress,
  createClientAddress,
  noticeUntrustedProxy,
} from '@guidepost/http';
import {
  closeDatabase,
  type Database,
  openDatabase,
  type RevisionWatch,
  watchRevisions,
} from '@guidepost/postgres';
import type { SearchWorker } from '@guidepost/search';
import {
  AppError,
  createHealth,
  createLogger,
  createMetrics,
  createTurns,
  type Health,
  type Logger,
  type Metrics,
  type TakeTurn,
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
import { createRateLimits, type RateLimits } from './rate-limits/rate-limits.ts';
import { createSubjectHash } from './rate-limits/subject-hash.ts';
import { createGuideSearchWorker } from './search/guide-feed.ts';
import { createGuideSearch, type GuideSearch } from './search/guide-search.ts';
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
  guideSearch: GuideSearch;
  searchWorker: SearchWorker;
  publicAddress: (page: PublicPage) => string;
  /** What stands before `/files/…` in content. */
  filesUrl: string | undefined;
  clientAddress: ClientAddress;
  /** To be shown each request; see {@link noticeUntrustedProxy}. */
  noticeProxy: (request: IncomingMessage) => void;
  rateLimits: RateLimits;
  /** For answers of more than a megabyte: few at once, so that they leave memory and connections to the others. */
  takeTurn: TakeTurn;
  keyRing: KeyRing;
  identifyVoter: IdentifyVoter;
  close(): Promise<void>;
}

export interface ContextOptions {
  logger?: Logger;
  /** Hears of each statement, for tests that count them. */
  onStatement?: (text: string) => void;
}

const LARGE_ANSWERS = {
  atOnce: 4,
  patience: 5_000,
  refusal: 'Too many large answers are being made at the moment.',
};

/** They get half of the connections: however long they take, guides can be read. */
const SEARCHES = { patience: 5_000, refusal: 'Too many searches are going on at the moment.' };

export function createContext(config: Config, options: ContextOptions = {}): Context {
  const logger = options.logger ?? createLogger({ service: 'kb', level: config.LOG_LEVEL });
  const publicAddress = createPublicAddress(config.PUBLIC_URL_TEMPLATE);
  const { clientAddress, claimedAddress, noticeProxy } = readTrustedProxies(config.TRUSTED_PROXIES, logger);
  const database = openServiceDatabase(config, config.KB_DATABASE_URL, options);
  const listening = openServiceDatabase(config, config.KB_DATABASE_LISTEN_URL ?? config.KB_DATABASE_URL, {});
  // Of its own, so that what is done for search never takes the connections that answer requests.
  const background = openServiceDatabase(config, config.KB_DATABASE_URL, {});
  const revisions = watchRevisions(listening, KNOWLEDGE_BASE_REVISIONS, logListening(logger));
  const keyUse = createKeyUse(database, logger);
  const secret = createVoterSecret(database, config.KB_SECRET);
  const rateLimits = createRateLimits({ config, database, logger, hash: createSubjectHash(secret) });
  return {
    config,
    logger,
    metrics: createMetrics('kb'),
    health: createHealth({ database: () => database.one('select 1 as one') }),
    database,
    revisions,
    knowledgeBases: createKnowledgeBaseDirectory(database, revisions),
    guideSearch: createGuideSearch(
      database,
      createTurns({ ...SEARCHES, atOnce: Math.ceil(config.KB_DATABASE_POOL_SIZE / 2) }),
    ),
    searchWorker: createGuideSearchWorker(background, logger),
    publicAddress,
    filesUrl: config.PUBLIC_FILES_URL,
    clientAddress,
    noticeProxy,
    rateLimits,
    takeTurn: createTurns(LARGE_ANSWERS),
    keyRing: createKeyRing(database, keyUse),
    identifyVoter: createIdentifyVoter({ secret, clientAddress, claimedAddress }),
    async close() {
      rateLimits.stop();
      await keyUse.flush();
      await closeContext(revisions, [database, listening, background]);
    },
  };
}

function openServiceDatabase(config: Config, url: string, { onStatement }: ContextOptions): Database {
  return openDatabase({
    url,
    poolSize: config.KB_DATABASE_POOL_SIZE,
    applicationName: 'guidepost kb',
    statementTimeout: config.KB_STATEMENT_TIMEOUT,
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

function readTrustedProxies(
  list: string,
  logger: Logger,
): Pick<Context, 'clientAddress' | 'noticeProxy'> & { claimedAddress: ClientAddress } {
  const entries = list.split(',').map((entry) => entry.trim());
  const proxies = entries.filter((entry) => entry !== '');
  try {
    return {
      clientAddress: createClientAddress(proxies),
      claimedAddress: createClaimedAddress(proxies),
      noticeProxy: noticeUntrustedProxy(proxies, () => logger.warn(UNTRUSTED_PROXY)),
    };
  } catch (error) {
    throw error instanceof AppError ? new AppError('invalid', `TRUSTED_PROXIES: ${error.message}`) : error;
  }
}

const UNTRUSTED_PROXY =
  'X-Forwarded-For arrives from a private address but no proxy is trusted, so that all clients count as one; set TRUSTED_PROXIES';
