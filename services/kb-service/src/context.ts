import { readStaffSettings } from '@guidepost/access';
import { createStaff, type OpenIdSettings, type Staff } from '@guidepost/access/staff';
import type { FileStore } from '@guidepost/files';
import {
  type Clients,
  createClients,
  createLargeBodySemaphore,
  createRepresentationCache,
  type RepresentationCache,
} from '@guidepost/http';
import { createMailDelivery, readMailSettings } from '@guidepost/mail';
import { createReceipts, type Receipts } from '@guidepost/pages';
import {
  type ContentReads,
  createContentReads,
  createSecret,
  createTenantDirectory,
  type Database,
  type DatabaseOptions,
  type DatabaseStatus,
  databaseStatus,
  logListening,
  measureListening,
  measurePools,
  openServiceDatabases,
  type RevisionWatch,
  type ServiceDatabases,
  type TenantDirectory,
  watchRevisions,
} from '@guidepost/postgres';
import {
  createConfiguredEmbedder,
  createConfiguredEngine,
  createQueryVectors,
  measureSearchQueue,
  type Searcher,
} from '@guidepost/search';
import {
  createFindLastBackup,
  createHealth,
  createLogger,
  createMetrics,
  type FindLastBackup,
  type Health,
  joinWorkers,
  type Logger,
  type Metrics,
  measureLastBackup,
  type Semaphore,
  type Worker,
} from '@guidepost/service-kit';
import { createKnowledgeBaseKeys, type KnowledgeBaseKeys } from './access/access-keys.ts';
import { createRateLimits, type RateLimits } from './access/rate-limits.ts';
import { type Config, readForums } from './config.ts';
import { measureDueDrafts } from './editing/due-drafts.ts';
import { createScheduledPublishing } from './editing/publish-due.ts';
import { createImageCleaning } from './images/clean-images.ts';
import { createImageStore } from './images/image-store.ts';
import { createImageMoves } from './images/move-images.ts';
import { createReadingCounts, type ReadingCounts } from './insights/reading-counts.ts';
import { KNOWLEDGE_BASE_REVISIONS } from './knowledge-bases/changes.ts';
import { findKnowledgeBase, listKnowledgeBaseIds } from './knowledge-bases/find-knowledge-base.ts';
import { recordStaffEvent } from './knowledge-bases/record-staff-event.ts';
import { createKnowledgeBaseMail } from './knowledge-bases/staff-mail.ts';
import { type AskForum, createAskForum } from './model/ask-forum.ts';
import type { KnowledgeBase } from './model/knowledge-base.ts';
import { createPublicAddress, createSiteAddress, type PublicPage } from './model/public-address.ts';
import { createGuideSearchWorker } from './search/guide-feed.ts';
import { createGuideSearch } from './search/search-guides.ts';
import { VERSION } from './version.ts';
import { createIdentifyVoter, type IdentifyVoter } from './votes/voter.ts';

export interface Context {
  config: Config;
  logger: Logger;
  metrics: Metrics;
  health: Health;
  findLastBackup: FindLastBackup;
  askDatabase: () => Promise<DatabaseStatus>;
  database: Database;
  /** For what readers see: on the replica, if there is one. */
  content: ContentReads;
  /** For workers. */
  background: Database;
  /** Of images that are not in the database. */
  imageStore: FileStore | undefined;
  revisions: RevisionWatch;
  knowledgeBases: TenantDirectory<KnowledgeBase>;
  keyRing: KnowledgeBaseKeys;
  clients: Clients;
  rateLimits: RateLimits;
  representationCache: RepresentationCache;
  identifyVoter: IdentifyVoter;
  readingCounts: ReadingCounts;
  receipts: Receipts;
  staff: Staff;
  guideSearch: Searcher;
  /** Feeds the search index, publishes scheduled drafts, sends mail and writes what readers read. */
  worker: Worker;
  publicAddress: (page: PublicPage) => string;
  /** The URL of a home page, if public URLs point to this service. */
  siteAddress: (host: string) => string | undefined;
  askForum: AskForum;
  /** The part before `/files/…` in content. */
  filesUrl: string | undefined;
  /** For bodies over 1 MB. */
  withLargeBodySlot: Semaphore;
  close(): Promise<void>;
}

export interface ContextOptions {
  logger?: Logger;
  /** Called for each statement, in tests. */
  onStatement?: DatabaseOptions['onStatement'];
}

/** The name of the secret that hashes the addresses of voters and limited clients. */
const ADDRESS_SECRET = 'voters';

export function createContext(config: Config, options: ContextOptions = {}): Context {
  const logger = options.logger ?? createLogger({ service: 'kb', level: config.LOG_LEVEL });
  const publicAddress = createPublicAddress(config.PUBLIC_URL_TEMPLATE);
  const clients = createClients(config.TRUSTED_PROXIES, logger);
  const databases = openDatabases(config, options);
  const { serving: database } = databases;
  const imageStore = createImageStore(config);
  const engine = createConfiguredEngine(config);
  const embedder = createConfiguredEmbedder(config);
  const revisions = watchRevisions(databases.listening, KNOWLEDGE_BASE_REVISIONS, logListening(logger));
  const metrics = createMetrics('kb', VERSION);
  measureDatabases(metrics, databases, revisions);
  const findLastBackup = createFindLastBackup(config.KB_BACKUP_MARKER);
  measureLastBackup(metrics, findLastBackup);
  const guideSearch = createGuideSearch({
    database,
    engine,
    queryVectors: embedder && createQueryVectors({ embedder, logger }),
    memory: config.SEARCH_MEMORY * 1_000_000,
    logger,
    metrics,
  });
  const keyRing = createKnowledgeBaseKeys(database, logger);
  const mailSettings = readMailSettings(config);
  const secret = createSecret(database, { name: ADDRESS_SECRET, configured: config.KB_SECRET });
  const rateLimits = createRateLimits({ config, database, secret, logger, metrics });
  const readingCounts = createReadingCounts({ database: databases.background, secret, logger });
  return {
    config,
    logger,
    metrics,
    findLastBackup,
    askDatabase: () => databaseStatus(database),
    health: createHealth(
      { database: () => database.one('select 1 as one') },
      { search: guideSearch.answering },
    ),
    database,
    content: createContentReads({
      primary: database,
      replica: databases.replica,
      source: KNOWLEDGE_BASE_REVISIONS,
      logger,
      metrics,
    }),
    background: databases.background,
    imageStore,
    revisions,
    knowledgeBases: createTenantDirectory((host) => findKnowledgeBase(database, host), revisions),
    keyRing,
    clients,
    rateLimits,
    representationCache: createRepresentationCache({
      isCurrent: revisions.isCurrent,
      readsAreLimited: rateLimits.reads.address !== undefined,
      // Pages vary by host name; documents vary by `Accept`, because a 406 must not be cached for others.
      variantOf: ({ headers }) => `${headers.host} ${headers.accept ?? ''}`,
      logger,
      metrics,
    }),
    identifyVoter: createIdentifyVoter(secret, clients),
    readingCounts,
    receipts: createReceipts({ secret }),
    staff: createStaff({
      database,
      deskUrl: config.DESK_URL,
      limits: rateLimits.signIns,
      record: recordStaffEvent,
      onFailure: (err) => logger.warn({ err }, 'a person was not warned of guesses'),
      mail: createKnowledgeBaseMail(mailSettings, config.DESK_URL),
      openId: openIdOf(config, database),
    }),
    guideSearch,
    worker: joinWorkers([
      createGuideSearchWorker(databases.background, { engine, embedder, logger }),
      guideSearch.warmUp,
      createScheduledPublishing(databases.background, logger),
      readingCounts.worker,
      createMailDelivery({ database: databases.background, settings: mailSettings, logger, metrics }),
      ...createImageWorkers({ config, background: databases.background, imageStore, logger }),
    ]),
    publicAddress,
    siteAddress: createSiteAddress(config.PUBLIC_URL_TEMPLATE),
    askForum: createAskForum(readForums(config)),
    filesUrl: config.PUBLIC_FILES_URL,
    withLargeBodySlot: createLargeBodySemaphore(),
    async close() {
      rateLimits.stop();
      await keyRing.flush();
      await readingCounts.close();
      await revisions.stop();
      await databases.close();
    },
  };
}

function createImageWorkers({
  config,
  background,
  imageStore,
  logger,
}: Pick<Context, 'config' | 'background' | 'imageStore' | 'logger'>): Worker[] {
  if (!imageStore) return [];
  const cleaning = createImageCleaning(background, imageStore, logger);
  return config.KB_FILES_STORE === 's3'
    ? [createImageMoves(background, imageStore, logger), cleaning]
    : [cleaning];
}

/** Unless no provider is configured. */
function openIdOf(config: Config, database: Database): OpenIdSettings | undefined {
  const { provider, domains, providerOnly: only } = readStaffSettings(config, config.KB_PORT);
  return provider && { provider, domains, only, tenants: () => listKnowledgeBaseIds(database) };
}

function measureDatabases(
  metrics: Metrics,
  { serving, background }: ServiceDatabases,
  revisions: RevisionWatch,
): void {
  measurePools(metrics, { serving, background });
  measureListening(metrics, revisions);
  measureSearchQueue(metrics, background);
  measureDueDrafts(metrics, background);
}

function openDatabases(config: Config, { onStatement }: ContextOptions): ServiceDatabases {
  return openServiceDatabases({
    service: 'kb',
    url: config.KB_DATABASE_URL,
    listenUrl: config.KB_DATABASE_LISTEN_URL,
    replicaUrl: config.KB_DATABASE_REPLICA_URL,
    prepared: config.KB_DATABASE_PREPARED === 'on',
    poolSize: config.KB_DATABASE_POOL_SIZE,
    statementTimeout: config.KB_STATEMENT_TIMEOUT,
    onStatement,
  });
}
