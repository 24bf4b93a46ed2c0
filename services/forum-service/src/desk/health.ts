import type { DeskHealth } from '@guidepost/desk';
import { canStoreFiles } from '@guidepost/files';
import { mailOfTenant, readMailSettings } from '@guidepost/mail';
import { tenantQueue } from '@guidepost/search';
import { listWebhooks } from '@guidepost/webhooks';
import type { Context } from '../context.ts';
import { bytesOfAccount, MEGABYTE } from '../files/files.ts';
import { VERSION } from '../version.ts';
import type { ForumCall } from './forum-tenant.ts';

/** What is behind the desk of a forum. Mail, webhooks and files are those of its account. */
export function forumHealth(context: Context): (call: ForumCall) => Promise<DeskHealth> {
  const { config, database, revisions, dialogSearch, files, findLastBackup, askDatabase } = context;
  const { to: goes } = readMailSettings(config);
  // One after the other, so that readers keep the connections of the pool.
  return async ({ tenant: { id, forum } }) => {
    const { version, milliseconds } = await askDatabase();
    return {
      database: { milliseconds, isListening: revisions.listening },
      engine: await dialogSearch.engineHealth(),
      index: await tenantQueue(database, forum.id),
      mail: { goes, ...(await mailOfTenant(database, id)) },
      webhooks: await listWebhooks(database, id),
      files: {
        canBeStored: await canStoreFiles(files, config.FORUM_FILES_DIRECTORY),
        bytes: await bytesOfAccount(database, id),
        most: config.FORUM_ACCOUNT_STORAGE * MEGABYTE,
      },
      lastBackup: await findLastBackup(),
      versions: { guidepost: VERSION, database: version, node: process.versions.node },
    };
  };
}
