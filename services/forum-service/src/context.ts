import type { IncomingMessage } from 'node:http';
import { type KeyRing, readStaffSettings } from '@guidepost/access';
import { createStaff, type OpenIdSettings, type Staff } from '@guidepost/access/staff';
import {
  type Clients,
  createClients,
  createLargeBodySemaphore,
  createRepresentationCache,
  type RepresentationCache,
} from '@guidepost/http';
import { createCountsWorker, createSearchCounts, type SearchCounts, thinSearches } from '@guidepost/insights';
import { createMail, createMailDelivery, readMailSettings } from '@guidepost/mail';
import { createReceipts, type Receipts } from '@guidepost/pages';
import {
  type ContentReads,
  createContentReads,
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
import { createForumKeys, type ForumKey } from './access/access-keys.ts';
import { createRateLimits, type RateLimits } from './access/rate-limits.ts';
import { listAccountIds } from './accounts/accounts.ts';
import { recordStaffEvent } from './administration/record-staff-event.ts';
import { createForumMail } from './administration/staff-mail.ts';
import { createDailyCleaning } from './cleaning/daily-cleaning.ts';
import { type Config, readKnowledgeBases } from './config.ts';
import { createFileCleaning } from './files/clean-files.ts';
import { createFileStores, type FileStores } from './files/file-stores.ts';
import { createFollowers, type Followers } from './followers/followers.ts';
import { createTellFollowers } from './followers/tell-followers.ts';
import { findForum, lockForums } from './forums/find-forum.ts';
import { createForumsByHost, type ForumsByHost } from './forums/forums-by-host.ts';
import { createRefreshForum, type RefreshForum } from './forums/revisions.ts';
import { createGuidesOf, type GuidesOf } from './guides/guides.ts';
import { createHelpCounts, type HelpCounts } from './guides/helpful-guides.ts';
import { createDialogSearchWorker } from './indexing/dialog-feed.ts';
import { createMembers, type Members } from './members/members.ts';
import { createStaffNames, type StaffNames } from './members/staff-names.ts';
import type { Forum } from './model/forum.ts';
import { FORUM_REVISIONS } from './model/forum.ts';
import { mayBeMember } from './pages/member-cookie.ts';
import { createIdentify, type Identify } from './posters/identity.ts';
import { createPosterSecret } from './posters/poster-secret.ts';
import { createRenderWorker } from './rendering/rerender-texts.ts';
import { createDialogSearch } from './search/dialog-search.ts';
import { createNotices, type Notices } from './staff-notices/notices.ts';
import { createSumUp } from './staff-notices/sum-up.ts';
import { createTellStaff } from './staff-notices/tell-staff.ts';
import { measureNews } from './staff-notices/waiting-news.ts';
import { VERSION } from './version.ts';
import { createViews, type Views } from './view-counts/views.ts';

export interface Context {
  config: Config;
  logger: Logger;
  metrics: Metrics;
  health: Health;
  findLastBackup: FindLastBackup;
  askDatabase: () => Promise<DatabaseStatus>;
  database: Database;
  /** For what everybody may see: on the replica, if there is one. */
  content: ContentReads;
  /** For workers. */
  background: Database;
  revisions: RevisionWatch;
  forums: TenantDirectory<Forum>;
  forumsByHost: ForumsByHost;
  refreshForum: RefreshForum;
  files: FileStores['files'];
  keyRing: KeyRing<Forum, ForumKey>;
  clients: Clients;
  rateLimits: RateLimits;
  views: Views;
  searchCounts: SearchCounts;
  representationCache: RepresentationCache;
  identify: Identify;
  receipts: Receipts;
  followers: Followers;
  notices: Notices;
  members: Members;
  staffNames: StaffNames;
  staff: Staff;
  dialogSearch: Searcher;
  guidesOf: GuidesOf;
  helpCounts: HelpCounts;
  /** Limits how many large bodies are built at once. */
  withLargeBodySlot: Semaphore;
  worker: Worker;
  close(): Promise<void>;
}

export interface ContextOptions {
  logger?: Logger;
  /** Called for each statement; for tests that count them. */
  onStatement?: DatabaseOptions['onStatement'];
}

export function createContext(config: Config, options: ContextOptions = {}): Context {
  const logger = options.logger ?? createLogger({ service: 'forum', level: config.LOG_LEVEL });
  const databases = openServiceDatabases({
    service: 'forum',
    url: config.FORUM_DATABASE_URL,
    listenUrl: config.FORUM_DATABASE_LISTEN_URL,
    replicaUrl: config.FORUM_DATABASE_REPLICA_URL,
    prepared: config.FORUM_DATABASE_PREPARED === 'on',
    poolSize: config.FORUM_DATABASE_POOL_SIZE,
    statementTimeout: config.FORUM_STATEMENT_TIMEOUT,
    onStatement: options.onStatement,
  });
  const { serving: database } = databases;
  const { files, byKind: stores } = createFileStores(config);
  const engine = createConfiguredEngine(config);
  const embedder = createConfiguredEmbedder(config);
  const revisions = watchRevisions(databases.listening, FORUM_REVISIONS, logListening(logger));
  const metrics = createMetrics('forum', VERSION);
  measureDatabases(metrics, databases, revisions);
  const findLastBackup = createFindLastBackup(config.FORUM_BACKUP_MARKER);
  measureLastBackup(metrics, findLastBackup);
  const forums = createTenantDirectory((slug) => findForum(database, slug), revisions);
  const keyRing = createForumKeys(database, logger);
  const secret = createPosterSecret(database, config.FORUM_SECRET);
  const rateLimits = createRateLimits({ config, database, secret, logger, metrics });
  const views = createViews({ database: databases.background, logger });
  const searchCounts = createSearchCounts({
    database: databases.background,
    secret,
    lockTenants: lockForums,
    logger,
  });
  const mailSettings = readMailSettings(config);
  const mail = createMail(mailSettings);
  const publicUrl = config.PUBLIC_URL;
  const noticeOptions = {
    database: databases.background,
    secret,
    mail,
    publicUrl,
    deskUrl: config.DESK_URL,
  };
  const dialogSearch = createDialogSearch({
    database,
    engine,
    queryVectors: embedder && createQueryVectors({ embedder, logger }),
    memory: config.SEARCH_MEMORY * 1_000_000,
    logger,
    metrics,
  });
  return {
    config,
    logger,
    metrics,
    findLastBackup,
    askDatabase: () => databaseStatus(database),
    health: createHealth(
      { database: () => database.one('select 1 as one') },
      { search: dialogSearch.answering },
    ),
    database,
    content: createContentReads({
      primary: database,
      replica: databases.replica,
      source: FORUM_REVISIONS,
      logger,
      metrics,
    }),
    background: databases.background,
    revisions,
    forums,
    forumsByHost: createForumsByHost({
      database,
      forums,
      serviceUrls: [config.PUBLIC_URL, config.DESK_URL],
    }),
    refreshForum: createRefreshForum(revisions, forums),
    files,
    keyRing,
    clients: createClients(config.TRUSTED_PROXIES, logger),
    rateLimits,
    views,
    searchCounts,
    representationCache: createRepresentationCache({
      isCurrent: revisions.isCurrent,
      variantOf: hostOfPage,
      isPersonal: mayBeMember,
      readsAreLimited: rateLimits.reads.address !== undefined,
      logger,
      metrics,
    }),
    identify: createIdentify(secret),
    receipts: createReceipts({ secret }),
    followers: createFollowers({
      database,
      secret,
      mail,
      limits: rateLimits.confirmations,
      publicUrl,
      logger,
    }),
    notices: createNotices({ database, secret, mail }),
    members: createMembers({ database, secret, mail, limits: rateLimits.signInLinks, publicUrl }),
    staffNames: createStaffNames(database),
    staff: createStaff({
      database,
      deskUrl: config.DESK_URL,
      limits: rateLimits.signIns,
      record: recordStaffEvent,
      onFailure: (err) => logger.warn({ err }, 'a person was not warned of guesses'),
      mail: createForumMail(mailSettings, config.DESK_URL),
      openId: openIdOf(config, database),
    }),
    dialogSearch,
    guidesOf: createGuidesOf(readKnowledgeBases(config), logger),
    helpCounts: createHelpCounts(database),
    withLargeBodySlot: createLargeBodySemaphore(),
    worker: joinWorkers([
      createDialogSearchWorker(databases.background, { engine, embedder, logger }),
      dialogSearch.warmUp,
      createRenderWorker({ database: databases.background, publicUrl }, logger),
      createSearchCountsWorker({ database: databases.background, searchCounts, logger }),
      createDailyCleaning(databases.background, logger),
      createTellFollowers({ database: databases.background, secret, mail, publicUrl }, logger),
      createTellStaff(noticeOptions, logger),
      createSumUp(noticeOptions, logger),
      createMailDelivery({ database: databases.background, settings: mailSettings, logger, metrics }),
      createFileCleaning(
        {
          database: databases.background,
          directory: config.FORUM_FILES_DIRECTORY,
          stores: [...stores.values()],
        },
        logger,
      ),
    ]),
    async close() {
      rateLimits.stop();
      await keyRing.flush();
      await views.flush();
      await searchCounts.close();
      await revisions.stop();
      await databases.close();
    },
  };
}

function measureDatabases(
  metrics: Metrics,
  { serving, background }: ServiceDatabases,
  revisions: RevisionWatch,
): void {
  measurePools(metrics, { serving, background });
  measureListening(metrics, revisions);
  measureSearchQueue(metrics, background);
  measureNews(metrics, background);
}

function createSearchCountsWorker({
  database,
  searchCounts: { flush },
  logger,
}: Pick<Context, 'database' | 'searchCounts' | 'logger'>): Worker {
  const onFailure = (err: unknown, step: string) =>
    logger.warn({ err, step }, 'old counts are summed up and deleted later');
  return createCountsWorker({
    counted: 'searches',
    flush,
    thin: () => thinSearches(database, Date.now(), onFailure),
    logger,
  });
}

/** Only pages below `/` depend on the host name. Within a router, `url` is not what was sent. */
function hostOfPage({ originalUrl, url = '', headers }: IncomingMessage & { originalUrl?: string }): string {
  const target = originalUrl ?? url;
  return target.startsWith('/api/') || target.startsWith('/forum/') ? '' : (headers.host ?? '');
}

/** Unless no provider is configured. */
function openIdOf(config: Config, database: Database): OpenIdSettings | undefined {
  const { provider, domains, providerOnly: only } = readStaffSettings(config, config.FORUM_PORT);
  return provider && { provider, domains, only, tenants: () => listAccountIds(database) };
}
