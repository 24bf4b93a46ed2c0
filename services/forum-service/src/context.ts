import type { IncomingMessage } from 'node:http';
import { createSearchCounts, type SearchCounts } from '@guidepost/desk/insights';
import { createRepresentationCache, type RepresentationCache } from '@guidepost/http';
import type { KeyRing } from '@guidepost/keys';
import { createMail, readMailSettings } from '@guidepost/mail';
import { createReceipts, prefersMarkdown, type Receipts } from '@guidepost/pages';
import { createPair, type Pair, readPairSettings } from '@guidepost/pairing';
import { createTenantDirectory, ping, type TenantDirectory } from '@guidepost/postgres';
import type { Searcher } from '@guidepost/search';
import { type ContextOptions, createServiceContext, type ServiceContext } from '@guidepost/service-context';
import { createHealth, type Health, type Worker } from '@guidepost/service-kit';
import { readStaffSettings } from '@guidepost/staff';
import { createStaff, type OpenIdSettings, type Staff } from '@guidepost/staff/sign-in';
import { createBackgroundWork } from './background-work.ts';
import { type Config, readKnowledgeBases } from './config.ts';
import { type AddressCounts, createAddressCounts } from './counts/address-counts.ts';
import { createViews, type Views } from './counts/views.ts';
import { createFileStores, type FileStores } from './files/file-stores.ts';
import { createGuidesOf, type GuidesOf } from './knowledge-base/guides.ts';
import { createHelpCounts, type HelpCounts } from './knowledge-base/helpful-guides.ts';
import { createOpenedGuides, type OpenedGuides } from './knowledge-base/opened-guides.ts';
import { measureNews } from './mail/notifier.ts';
import { FORUM_REVISIONS, type Forum } from './model/forum.ts';
import { createIdentify, type Identify } from './model/identity.ts';
import { createFollowers, type Followers } from './notices/followers.ts';
import { createNotices, type Notices } from './notices/notices.ts';
import { createForumMail } from './notices/staff-mail.ts';
import { createMembers, type Members } from './people/members.ts';
import { createPosterSecret } from './people/posters.ts';
import { mayBeMember } from './people/sessions.ts';
import { createStaffNames, type StaffNames } from './people/staff-names.ts';
import { createGuestVotes, type GuestVotes } from './posts/guest-votes.ts';
import { createHelpfulVotes, type HelpfulVotes } from './posts/helpful-votes.ts';
import { createDialogSearch } from './search/search-dialogs.ts';
import { createForumKeys, type ForumKey } from './tenants/access-keys.ts';
import { listAccountIds } from './tenants/accounts.ts';
import { recordStaffEvent } from './tenants/audit.ts';
import { createRefreshForum, findForum, lockForums, type RefreshForum } from './tenants/find-forum.ts';
import { createForumsByHost, type ForumsByHost } from './tenants/forums-by-host.ts';
import { createRateLimits, type RateLimits } from './tenants/rate-limits.ts';
import { VERSION } from './version.ts';

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
  addressCounts: AddressCounts;
  representationCache: RepresentationCache;
  identify: Identify;
  receipts: Receipts;
  followers: Followers;
  notices: Notices;
  members: Members;
  staffNames: StaffNames;
  /** The knowledge base service, unless this service is alone. */
  pair: Pair | undefined;
  staff: Staff;
  dialogSearch: Searcher;
  guidesOf: GuidesOf;
  helpCounts: HelpCounts;
  openedGuides: OpenedGuides;
  guestVotes: GuestVotes;
  helpfulVotes: HelpfulVotes;
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
  const addressCounts = createAddressCounts({ database: background, secret, logger });
  const mailSettings = readMailSettings(config);
  const mail = createMail(mailSettings);
  const dialogSearch = createDialogSearch(searching);
  const pairSettings = readPairSettings(config);
  const pair = pairSettings && createPair('forum', pairSettings);
  measureNews(metrics, background);
  return {
    ...service,
    config,
    health: createHealth({ database: () => ping(database) }, { search: dialogSearch.answering }),
    forums,
    forumsByHost: createForumsByHost({ database, forums, serviceUrls: [publicUrl, deskUrl] }),
    refreshForum: createRefreshForum(revisions, forums),
    files,
    keyRing,
    rateLimits,
    views,
    searchCounts,
    addressCounts,
    representationCache: createRepresentationCache({
      isCurrent: revisions.isCurrent,
      variantOf: (request) =>
        prefersMarkdown(request.headers.accept) ? `${hostOfPage(request)} md` : hostOfPage(request),
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
    notices: createNotices({ database, secret, mail, publicUrl, deskUrl }),
    members: createMembers({ database, secret, mail, limits: rateLimits.signInLinks, publicUrl }),
    staffNames: createStaffNames(database),
    pair,
    staff: createStaff({
      database,
      deskUrl,
      limits: rateLimits.signIns,
      record: recordStaffEvent,
      onFailure: (err) => logger.warn({ err }, 'could not write to a person about signing in'),
      mail: createForumMail(mailSettings, deskUrl),
      openId: openIdOf(config),
      isOriginOpen: pair && (({ session: id, email }) => pair.isOpen({ id, email })),
      onRefusal: (refusal) => logger.warn(refusal, 'a sign-in through the OpenID provider failed'),
    }),
    dialogSearch,
    guidesOf: createGuidesOf({ ...readKnowledgeBases(config), pairUrl: pair?.url }, logger),
    helpCounts: createHelpCounts(database),
    openedGuides: createOpenedGuides(database, service.logger),
    guestVotes: createGuestVotes(database, secret),
    helpfulVotes: createHelpfulVotes(database, secret),
    worker: createBackgroundWork({
      config,
      background,
      logger,
      metrics,
      engine,
      embedder,
      dialogSearch,
      searchCounts,
      addressCounts,
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
      await addressCounts.close();
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
function openIdOf(config: Config): OpenIdSettings | undefined {
  const { provider, domains, providerOnly: only } = readStaffSettings(config, config.FORUM_PORT);
  return provider && { provider, domains, only, tenants: listAccountIds };
}
