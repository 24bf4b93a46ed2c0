import type { DeskHealth } from '@guidepost/desk';
import { canStoreFiles } from '@guidepost/files';
import { mailOfTenant, readMailSettings } from '@guidepost/mail';
import { tenantQueue } from '@guidepost/search';
import { listWebhooks } from '@guidepost/webhooks';
import type { Context } from '../context.ts';
import { bytesOfFiles } from '../files/files.ts';
import { VERSION } from '../version.ts';
import type { KbCall } from './kb-tenant.ts';

/** What is behind the desk of a knowledge base. */
export function kbHealth(context: Context): (call: KbCall) => Promise<DeskHealth> {
  const { config, database, revisions, guideSearch, imageStore, findLastBackup, askDatabase } = context;
  const { to: goes } = readMailSettings(config);
  // One after the other, so that readers keep the connections of the pool.
  return async ({ tenant: { id } }) => {
    const { version, milliseconds } = await askDatabase();
    return {
      database: { milliseconds, isListening: revisions.listening },
      engine: await guideSearch.engineHealth(),
      index: await tenantQueue(database, id),
      mail: { goes, ...(await mailOfTenant(database, id)) },
      webhooks: await listWebhooks(database, id),
      files: {
        canBeStored: !imageStore || (await canStoreFiles(imageStore)),
        bytes: await bytesOfFiles(database, id),
      },
      lastBackup: await findLastBackup(),
      versions: { guidepost: VERSION, database: version, node: process.versions.node },
    };
  };
}
