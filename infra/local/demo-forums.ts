import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MetadataField } from '../../services/forum-service/src/model/forum.ts';
import type { Account } from '../../services/forum-service/src/tenants/accounts.ts';
import type { NewForum } from '../../services/forum-service/src/tenants/administration.ts';
import type { ForumSettings } from '../../services/forum-service/src/tenants/list-forums.ts';
import { loadDemo } from './demo-content.ts';
import { ROOT } from './settings.ts';

export interface DemoForums {
  account: Omit<Account, 'id'>;
  forums: (Omit<NewForum, 'account'> & Partial<ForumSettings> & { metadata_fields: MetadataField[] })[];
}

const FOLDER = join(ROOT, 'services/forum-service/demo');

/** The first one is used in the README's requests. */
export async function readDemoForums(): Promise<DemoForums> {
  return JSON.parse(await readFile(join(FOLDER, 'forums.json'), 'utf8')) as DemoForums;
}

const DAY = 86_400_000;

const DATE = /(?<="pub_date": ")[^"]+(?=")/g;

/**
 * Writes the archive of a forum with later dates, by whole days, so that the last post or vote is one or two days old
 * and the desk's insights show something. What is newer was posted by visitors of the demo.
 * @returns its path
 */
export async function writeRecentArchive(slug: string, folder: string): Promise<string> {
  const archive = await readFile(join(FOLDER, `${slug}.ndjson`), 'utf8');
  const last = Math.max(...Array.from(archive.matchAll(DATE), ([date]) => Date.parse(date)));
  const later = (Math.floor((Date.now() - last) / DAY) - 1) * DAY;
  const path = join(folder, `${slug}.ndjson`);
  await writeFile(
    path,
    archive.replace(DATE, (date) => new Date(Date.parse(date) + later).toISOString()),
  );
  return path;
}

export function loadDemoForums(databaseUrl: string, stop: AbortSignal): Promise<void> {
  return loadDemo(
    {
      commandLine: 'services/forum-service/src/cli/main.ts',
      urlVariable: 'FORUM_DATABASE_URL',
      making: 'infra/local/make-demo-forums.ts',
    },
    { databaseUrl, stop },
  );
}
