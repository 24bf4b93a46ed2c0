import { type Clients, createClients, createLargeBodySemaphore } from '@guidepost/http';
import {
  type ContentReads,
  createContentReads,
  type Database,
  type DatabaseOptions,
  type DatabaseStatus,
  databaseStatus,
  fromDatabaseError,
  logListening,
  measureListening,
  measurePools,
  openServiceDatabases,
  type RevisionSource,
  type RevisionWatch,
  type ServiceDatabasesOptions,
  watchRevisions,
} from '@guidepost/postgres';
import {
  createConfiguredEmbedder,
  createConfiguredEngine,
  createQueryVectors,
  type EmbedderConfig,
  type EngineConfig,
  measureSearchQueue,
  type SearcherOptions,
} from '@guidepost/search';
import {
  createFindLastBackup,
  type FindLastBackup,
  type Logger,
  type Metrics,
  measureLastBackup,
  type Semaphore,
  type ServiceConfig,
} from '@guidepost/service-kit';
import { createLogger, createMetrics } from '@guidepost/service-kit/process';

/** The parts of a running service that requests and background work share. */
export interface ServiceContext {
  logger: Logger;
  metrics: Metrics;
  clients: Clients;
  findLastBackup: FindLastBackup;
  askDatabase: () => Promise<DatabaseStatus>;
  database: Database;
  /** Reads content, on the replica if there is one. */
  content: ContentReads;
  /** For workers. */
  background: Database;
  revisions: RevisionWatch;
  /** Maps errors of the database driver to AppErrors; returns others unchanged. */
  translate: (error: unknown) => unknown;
  /** For bodies over 1 MB. */
  withLargeBodySlot: Semaphore;
}

/** For the service's search and its worker. */
export interface ConfiguredSearch {
  searching: Omit<SearcherOptions, 'findSnapshot'>;
  engine: ReturnType<typeof createConfiguredEngine>;
  embedder: ReturnType<typeof createConfiguredEmbedder>;
}

export interface ContextOptions {
  logger?: Logger;
  /** Called for each statement, in tests. */
  onStatement?: DatabaseOptions['onStatement'];
}

interface ServiceOptions extends ContextOptions {
  /** Such as `kb`. */
  service: string;
  version: string;
  config: Pick<ServiceConfig<string>, 'LOG_LEVEL' | 'TRUSTED_PROXIES'> & EngineConfig & EmbedderConfig;
  databases: Omit<ServiceDatabasesOptions, 'service' | 'onStatement'>;
  /** The file that a finished backup touches. */
  backupMarker: string | undefined;
  revisions: RevisionSource;
}

/** Opens what a service needs; databases connect on first use. */
export function createServiceContext({
  service,
  version,
  config,
  revisions: source,
  ...options
}: ServiceOptions): ServiceContext & ConfiguredSearch & { close(): Promise<void> } {
  const logger = options.logger ?? createLogger({ service, level: config.LOG_LEVEL });
  const { onStatement } = options;
  const databases = openServiceDatabases({
    ...options.databases,
    service,
    onStatement,
    onLoss: () => revisions.check(),
  });
  const { serving: database, background, replica } = databases;
  const revisions = watchRevisions(databases.listening, source, logListening(logger));
  const metrics = createMetrics(service, version);
  const findLastBackup = createFindLastBackup(options.backupMarker);
  measurePools(metrics, { serving: database, background });
  measureListening(metrics, revisions);
  measureSearchQueue(metrics, background);
  measureLastBackup(metrics, findLastBackup);
  return {
    logger,
    metrics,
    clients: createClients(config.TRUSTED_PROXIES, logger),
    findLastBackup,
    askDatabase: () => databaseStatus(database),
    database,
    content: createContentReads({ primary: database, replica, source, logger, metrics }),
    background,
    revisions,
    translate: fromDatabaseError,
    withLargeBodySlot: createLargeBodySemaphore(),
    ...configureSearch(config, { database, logger, metrics }),
    async close() {
      await revisions.stop();
      await databases.close();
    },
  };
}

function configureSearch(
  config: EngineConfig & EmbedderConfig,
  needs: Pick<ServiceContext, 'database' | 'logger' | 'metrics'>,
): ConfiguredSearch {
  const engine = createConfiguredEngine(config);
  const embedder = createConfiguredEmbedder(config);
  const queryVectors = embedder && createQueryVectors({ embedder, logger: needs.logger });
  return {
    engine,
    embedder,
    searching: { ...needs, engine, queryVectors, memory: config.SEARCH_MEMORY * 1_000_000 },
  };
}
