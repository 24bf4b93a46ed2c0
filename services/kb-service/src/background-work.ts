import type { FileStore } from '@guidepost/files';
import { createMailDelivery, type Mail, type MailSettings } from '@guidepost/mail';
import type { Pair } from '@guidepost/pairing';
import type { Secret } from '@guidepost/postgres';
import type { Searcher } from '@guidepost/search';
import type { ConfiguredSearch, ServiceContext } from '@guidepost/service-context';
import { joinWorkers, type Worker } from '@guidepost/service-kit';
import type { Config } from './config.ts';
import type { Credentials } from './contact/credentials.ts';
import { MessageDelivery } from './contact/deliver-messages.ts';
import { createGivenUpNotices } from './contact/tell-of-given-up.ts';
import { createImageCleaning } from './files/clean-images.ts';
import { createImageMoves } from './files/move-images.ts';
import { createReviewReminders } from './notices/remind-owners.ts';
import { createProposalNotices } from './notices/tell-of-proposals.ts';
import type { ReadingCounts } from './readers/reading-counts.ts';
import { createGuideSearchWorker } from './search/guide-documents.ts';
import { listKnowledgeBasesById } from './tenants/find-knowledge-base.ts';
import { createForumAddresses } from './tenants/forum.ts';
import { createBinCleaning } from './writing/deleted/purge-guides.ts';
import { createScheduledPublishing } from './writing/publishing/publish-due.ts';

interface Needs
  extends Pick<ServiceContext, 'background' | 'logger' | 'metrics'>,
    Pick<ConfiguredSearch, 'engine' | 'embedder'> {
  config: Config;
  pair: Pair | undefined;
  guideSearch: Searcher;
  readingCounts: ReadingCounts;
  imageStore: FileStore | undefined;
  secret: Secret;
  credentials: Credentials;
  mail: Mail;
  mailSettings: MailSettings;
}

/**
 * Feeds the search index, publishes scheduled drafts, purges deleted guides, writes what readers read, tells people of
 * reviews, proposals and given up messages, sends mail, delivers messages of readers and looks after images.
 */
export function createBackgroundWork(needs: Needs): Worker {
  const { background: database, engine, embedder, logger, metrics } = needs;
  const notices = { database, secret: needs.secret, mail: needs.mail, deskUrl: needs.config.DESK_URL };
  return joinWorkers([
    createGuideSearchWorker(database, { engine, embedder, logger }),
    needs.guideSearch.largeIndexes,
    createScheduledPublishing(database, logger),
    createBinCleaning(database, logger),
    needs.readingCounts.worker,
    createReviewReminders(notices, logger),
    createProposalNotices({ ...notices, listKnowledgeBases: listKnowledgeBasesById }, logger),
    createMailDelivery({ database, settings: needs.mailSettings, logger, metrics }),
    new MessageDelivery({
      database,
      credentials: needs.credentials,
      mail: needs.mailSettings,
      allowPrivate: needs.config.WEBHOOK_ALLOW_PRIVATE === 'on',
      logger,
      metrics,
    }),
    createGivenUpNotices(notices, logger),
    ...(needs.pair ? [createForumAddresses(database, needs.pair, logger)] : []),
    ...createImageWorkers(needs),
  ]);
}

function createImageWorkers({ config, background, imageStore, logger }: Needs): Worker[] {
  if (!imageStore) return [];
  const cleaning = createImageCleaning(background, imageStore, logger);
  return config.KB_FILES_STORE === 's3'
    ? [createImageMoves(background, imageStore, logger), cleaning]
    : [cleaning];
}
