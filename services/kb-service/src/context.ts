import type { FileStore } from '@guidepost/files';
import { createRepresentationCache, type RepresentationCache } from '@guidepost/http';
import { createMail, readMailSettings } from '@guidepost/mail';
import { createReceipts, type Receipts } from '@guidepost/pages';
import { createPair, type Pair, readPairSettings } from '@guidepost/pairing';
import { createSecret, createTenantDirectory, ping, type TenantDirectory } from '@guidepost/postgres';
import type { Searcher } from '@guidepost/search';
import { type ContextOptions, createServiceContext, type ServiceContext } from '@guidepost/service-context';
import { createHealth, type Health, type Worker } from '@guidepost/service-kit';
import { readStaffSettings } from '@guidepost/staff';
import { createStaff, type OpenIdSettings, type Staff } from '@guidepost/staff/sign-in';
import { createImportRunner, type ImportRunner } from './archive/jobs/run-imports.ts';
import { createBackgroundWork } from './background-work.ts';
import { type Config, readForums } from './config.ts';
import { type Challenges, createChallenges } from './contact/challenges.ts';
import { ADDRESS_SECRET, type Credentials, createCredentials } from './contact/credentials.ts';
import { createDeflectionCounts, type DeflectionCounts } from './contact/deflections.ts';
import { createImageStore } from './files/image-store.ts';
import { type AskForum, createAskForum } from './model/ask-forum.ts';
import type { KnowledgeBase } from './model/knowledge-base.ts';
import { createPublicAddress, createSiteAddress, type PublicPage } from './model/public-address.ts';
import { createProposalMail, type ProposalMail } from './notices/proposal-mail.ts';
import { createReviewMail, type ReviewMail } from './notices/review-mail.ts';
import { createReadingCounts, type ReadingCounts } from './readers/reading-counts.ts';
import { createIdentifyVoter, type IdentifyVoter } from './readers/voter.ts';
import { createFindRelatedGuides, type FindRelatedGuides } from './search/related-guides.ts';
import { createGuideSearch } from './search/search-guides.ts';
import { createKnowledgeBaseKeys, type KnowledgeBaseKeys } from './tenants/access-keys.ts';
import { KNOWLEDGE_BASE_REVISIONS } from './tenants/changes.ts';
import { findKnowledgeBase, listKnowledgeBaseIds } from './tenants/find-knowledge-base.ts';
import { createRateLimits, type RateLimits } from './tenants/rate-limits.ts';
import { createKnowledgeBaseMail, languagesOf, recordStaffEvent } from './tenants/staff.ts';
import { VERSION } from './version.ts';
import { measureDueDrafts } from './writing/publishing/publish-due.ts';

export interface Context extends ServiceContext {
  config: Config;
  health: Health;
  /** The store of images that are not in the database. */
  imageStore: FileStore | undefined;
  knowledgeBases: TenantDirectory<KnowledgeBase>;
  keyRing: KnowledgeBaseKeys;
  rateLimits: RateLimits;
  representationCache: RepresentationCache;
  identifyVoter: IdentifyVoter;
  readingCounts: ReadingCounts;
  receipts: Receipts;
  /** Challenges that browsers solve before a message of a reader is taken. */
  challenges: Challenges;
  deflections: DeflectionCounts;
  /** Encrypts the tokens of ticket systems. */
  credentials: Credentials;
  /** The forum service, unless this service is alone. */
  pair: Pair | undefined;
  staff: Staff;
  reviewMail: ReviewMail;
  proposalMail: ProposalMail;
  guideSearch: Searcher;
  findRelatedGuides: FindRelatedGuides;
  worker: Worker;
  /** Imports that were begun at the desk. */
  imports: ImportRunner;
  publicAddress: (page: PublicPage) => string;
  /** The URL of a home page, if public URLs point to this service. */
  siteAddress: (host: string) => string | undefined;
  askForum: AskForum;
  /** The part before `/files/…` in content. */
  filesUrl: string | undefined;
  close(): Promise<void>;
}

export function createContext(config: Config, options: ContextOptions = {}): Context {
  const { searching, engine, embedder, ...service } = createServiceContext({
    service: 'kb',
    version: VERSION,
    config,
    databases: {
      url: config.KB_DATABASE_URL,
      listenUrl: config.KB_DATABASE_LISTEN_URL,
      replicaUrl: config.KB_DATABASE_REPLICA_URL,
      prepared: config.KB_DATABASE_PREPARED === 'on',
      poolSize: config.KB_DATABASE_POOL_SIZE,
      statementTimeout: config.KB_STATEMENT_TIMEOUT,
    },
    backupMarker: config.KB_BACKUP_MARKER,
    revisions: KNOWLEDGE_BASE_REVISIONS,
    ...options,
  });
  const { database, background, revisions, clients, logger, metrics } = service;
  const imageStore = createImageStore(config);
  const guideSearch = createGuideSearch(searching);
  const keyRing = createKnowledgeBaseKeys(database, logger);
  const mailSettings = readMailSettings(config);
  const mail = createMail(mailSettings);
  const secret = createSecret(database, { name: ADDRESS_SECRET, configured: config.KB_SECRET });
  const credentials = createCredentials(secret);
  const rateLimits = createRateLimits({ config, database, secret, logger, metrics });
  const readingCounts = createReadingCounts({ database: background, secret, clients, logger });
  const pairSettings = readPairSettings(config);
  const pair = pairSettings && createPair('kb', pairSettings);
  const imports = createImportRunner({
    database: background,
    logger,
    folder: config.KB_IMPORT_FOLDER,
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE === 'on',
  });
  measureDueDrafts(metrics, background);
  return {
    ...service,
    config,
    health: createHealth({ database: () => ping(database) }, { search: guideSearch.answering }),
    imageStore,
    knowledgeBases: createTenantDirectory((host) => findKnowledgeBase(database, host), revisions),
    keyRing,
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
    challenges: createChallenges(secret),
    deflections: createDeflectionCounts(database),
    credentials,
    pair,
    staff: createStaff({
      database,
      deskUrl: config.DESK_URL,
      limits: rateLimits.signIns,
      record: recordStaffEvent,
      languagesOf,
      onFailure: (err) => logger.warn({ err }, 'could not write to a person about signing in'),
      mail: createKnowledgeBaseMail(mailSettings, config.DESK_URL),
      openId: openIdOf(config),
      isOriginOpen: pair && (({ session: id, email }) => pair.isOpen({ id, email })),
      onRefusal: (refusal) => logger.warn(refusal, 'a sign-in through the OpenID provider failed'),
    }),
    imports,
    reviewMail: createReviewMail({ database, secret, mail }),
    proposalMail: createProposalMail({ database, secret }),
    guideSearch,
    findRelatedGuides: createFindRelatedGuides(database, logger),
    worker: createBackgroundWork({
      config,
      background,
      pair,
      logger,
      metrics,
      engine,
      embedder,
      guideSearch,
      readingCounts,
      imageStore,
      secret,
      credentials,
      mail,
      mailSettings,
    }),
    publicAddress: createPublicAddress(config.PUBLIC_URL_TEMPLATE),
    siteAddress: createSiteAddress(config.PUBLIC_URL_TEMPLATE),
    askForum: createAskForum(readForums(config)),
    filesUrl: config.PUBLIC_FILES_URL,
    async close() {
      await imports.stop();
      rateLimits.stop();
      await keyRing.flush();
      await readingCounts.close();
      await service.close();
    },
  };
}

/** Unless no provider is configured. */
function openIdOf(config: Config): OpenIdSettings | undefined {
  const { provider, domains, providerOnly: only } = readStaffSettings(config, config.KB_PORT);
  return provider && { provider, domains, only, tenants: listKnowledgeBaseIds };
}
