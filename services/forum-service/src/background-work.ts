import { createCountsWorker, type SearchCounts, thinSearches } from '@guidepost/desk/insights';
import type { FileStore } from '@guidepost/files';
import { createMailDelivery, type Mail, type MailSettings } from '@guidepost/mail';
import type { Secret } from '@guidepost/postgres';
import type { Searcher } from '@guidepost/search';
import type { ConfiguredSearch, ServiceContext } from '@guidepost/service-context';
import { joinWorkers, type Worker } from '@guidepost/service-kit';
import type { Config } from './config.ts';
import { type AddressCounts, thinHits } from './counts/address-counts.ts';
import { createFileCleaning } from './files/clean-files.ts';
import { createDialogSearchWorker } from './indexing/dialog-feed.ts';
import { createDailyCleaning } from './moderation/daily-cleaning.ts';
import { createSumUp } from './notices/sum-up.ts';
import { createTellFollowers } from './notices/tell-followers.ts';
import { createTellStaff } from './notices/tell-staff.ts';
import { createRenderWorker } from './rendering/rerender-texts.ts';

interface Needs
  extends Pick<ServiceContext, 'background' | 'logger' | 'metrics'>,
    Pick<ConfiguredSearch, 'engine' | 'embedder'> {
  config: Config;
  dialogSearch: Searcher;
  searchCounts: SearchCounts;
  addressCounts: AddressCounts;
  secret: Secret;
  mail: Mail;
  mailSettings: MailSettings;
  stores: FileStore[];
}

/** Feeds the search index, renders texts again, counts searches, sends mail and deletes what is no longer needed. */
export function createBackgroundWork(needs: Needs): Worker {
  const { config, background: database, engine, embedder, secret, mail, logger, metrics } = needs;
  const { PUBLIC_URL: publicUrl, DESK_URL: deskUrl, FORUM_FILES_DIRECTORY: directory } = config;
  const staffMail = { database, secret, mail, publicUrl, deskUrl };
  return joinWorkers([
    createDialogSearchWorker(database, { engine, embedder, logger }),
    needs.dialogSearch.largeIndexes,
    createRenderWorker({ database, publicUrl }, logger),
    createSearchCountsWorker(needs),
    createDailyCleaning(database, logger),
    createTellFollowers({ database, secret, mail, publicUrl }, logger),
    createTellStaff(staffMail, logger),
    createSumUp(staffMail, logger),
    createMailDelivery({ database, settings: needs.mailSettings, logger, metrics }),
    createFileCleaning({ database, directory, stores: needs.stores }, logger),
  ]);
}

function createSearchCountsWorker({
  background: database,
  searchCounts,
  addressCounts,
  logger,
}: Needs): Worker {
  const onFailure = (err: unknown, step: string) =>
    logger.warn({ err, step }, 'old counts are summed up and deleted later');
  return createCountsWorker({
    counted: 'searches and old addresses',
    async flush() {
      const [addresses, searches] = await Promise.allSettled([addressCounts.flush(), searchCounts.flush()]);
      for (const written of [addresses, searches]) if (written.status === 'rejected') throw written.reason;
    },
    async thin() {
      await thinHits(database, Date.now(), onFailure);
      await thinSearches(database, Date.now(), onFailure);
    },
    logger,
  });
}
