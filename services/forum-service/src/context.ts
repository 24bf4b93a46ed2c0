import type { IncomingMessage } from 'node:http';
import { type KeyRing, readStaffSettings } from '@guidepost/access';
import { createStaff, type OpenIdSettings, type Staff } from '@guidepost/access/staff';
import { createRepresentationCache, type RepresentationCache } from '@guidepost/http';
import { createSearchCounts, type SearchCounts } from '@guidepost/insights';
import { createMail, readMailSettings } from '@guidepost/mail';
import { createReceipts, type Receipts } from '@guidepost/pages';
import { createTenantDirectory, type Database, type TenantDirectory } from '@guidepost/postgres';
import type { Searcher } from '@guidepost/search';
import { type ContextOptions, createServiceContext, type ServiceContext } from '@guidepost/service-context';
import { createHealth, type Health, type Worker } from '@guidepost/service-kit';
import { createForumKeys, type ForumKey } from './access/access-keys.ts';
import { createRateLimits, type RateLimits } from './access/rate-limits.ts';
import { listAccountIds } from './accounts/accounts.ts';
import { recordStaffEvent } from './administration/record-staff-event.ts';
import { createForumMail } from './administration/staff-mail.ts';
import { createBackgroundWork } from './background-work.ts';
import { type Config, readKnowledgeBases } from './config.ts';
import { createFileStores, type FileStores } from './files/file-stores.ts';
import { createFollowers, type Followers } from './followers/followers.ts';
import { findForum, lockForums } from './forums/find-forum.ts';
import { createForumsByHost, type ForumsByHost } from './forums/forums-by-host.ts';
import { createRefreshForum, type RefreshForum } from './forums/revisions.ts';
import { createGuidesOf, type GuidesOf } from './guides/guides.ts';
import { createHelpCounts, type HelpCounts } from './guides/helpful-guides.ts';
import { createMembers, type Members } from './members/members.ts';
import { createStaffNames, type StaffNames } from './members/staff-names.ts';
import type { Forum } from './model/forum.ts';
import { FORUM_REVISIONS } from './model/forum.ts';
import { mayBeMember } from './pages/member-cookie.ts';
import { createIdentify, type Identify } from './posters/identity.ts';
import { createPosterSecret } from './posters/poster-secret.ts';
import { createDialogSearch } from './search/dialog-search.ts';
import { createNotices, type Notices } from './staff-notices/notices.ts';
import { measureNews } from './staff-notices/waiting-news.ts';
import { VERSION } from './version.ts';
import { createViews, type Views } from './view-counts/views.ts';

export interface Context extends ServiceContext {
  config: Config;
  health: Health;
  forums: TenantDirectory<Forum>;
  forumsByHost: ForumsByHost;
  refreshForum: RefreshForum;
  files: FileStores['files'];
  keyRing: KeyRing<Forum, ForumKey>;
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
  worker: Worker;
  close(): Promise<void>;
}

export function createContext(config: Config, options: ContextOptions = {}): Context {
  const { searching, engine, embedder, ...service } = createServiceContext({
    service: 'forum',
    version: VERSION,
    config,
    databases: {
      url: config.FORUM_DATABASE_URL,
      listenUrl: config.FORUM_DATABASE_LISTEN_URL,
      replicaUrl: config.FORUM_DATABASE_REPLICA_URL,
      prepared: config.FORUM_DATABASE_PREPARED === 'on',
      poolSize: config.FORUM_DATABASE_POOL_SIZE,
      statementTimeout: config.FORUM_STATEMENT_TIMEOUT,
    },
    backupMarker: config.FORUM_BACKUP_MARKER,
    revisions: FORUM_REVISIONS,
    ...options,
  });
  const { database, background, revisions, logger, metrics } = service;
  const { PUBLIC_URL: publicUrl, DESK_URL: deskUrl } = config;
  const { files, byKind: stores } = createFileStores(config);
  const forums = createTenantDirectory((slug) => findForum(database, slug), revisions);
  const keyRing = createForumKeys(database, logger);
  const secret = createPosterSecret(database, config.FORUM_SECRET);
  const rateLimits = createRateLimits({ config, database, secret, logger, metrics });
  const views = createViews({ database: background, logger });
  const searchCounts = createSearchCounts({ database: background, secret, lockTenants: lockForums, logger });
  const mailSettings = readMailSettings(config);
  const mail = createMail(mailSettings);
  const dialogSearch = createDialogSearch(searching);
  measureNews(metrics, background);
  return {
    ...service,
    config,
    health: createHealth(
      { database: () => database.one('select 1 as one') },
      { search: dialogSearch.answering },
    ),
    forums,
    forumsByHost: createForumsByHost({ database, forums, serviceUrls: [publicUrl, deskUrl] }),
    refreshForum: createRefreshForum(revisions, forums),
    files,
    keyRing,
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
      deskUrl,
      limits: rateLimits.signIns,
      record: recordStaffEvent,
      onFailure: (err) => logger.warn({ err }, 'could not warn a person of failed sign-ins'),
      mail: createForumMail(mailSettings, deskUrl),
      openId: openIdOf(config, database),
      onRefusal: (refusal) => logger.warn(refusal, 'a sign-in through the OpenID provider failed'),
    }),
    dialogSearch,
    guidesOf: createGuidesOf(readKnowledgeBases(config), logger),
    helpCounts: createHelpCounts(database),
    worker: createBackgroundWork({
      config,
      background,
      logger,
      metrics,
      engine,
      embedder,
      dialogSearch,
      searchCounts,
      secret,
      mail,
      mailSettings,
      stores: [...stores.values()],
    }),
    async close() {
      rateLimits.stop();
      await keyRing.flush();
      await views.flush();
      await searchCounts.close();
      await service.close();
    },
  };
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
