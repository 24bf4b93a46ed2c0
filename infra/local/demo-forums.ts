import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '../../services/forum-service/src/accounts/accounts.ts';
import type { ForumSettings, NewForum } from '../../services/forum-service/src/forums/administration.ts';
import type { MetadataField } from '../../services/forum-service/src/model/forum.ts';
import { loadDemo } from './load-demo.ts';
import { ROOT } from './settings.ts';

/** An account with forums to look at, as the file says it. */
export interface DemoForums {
  account: Omit<Account, 'id'>;
  forums: (Omit<NewForum, 'account'> & Partial<ForumSettings> & { metadata_fields: MetadataField[] })[];
}

const FOLDER = join(ROOT, 'services/forum-service/demo');

/** What the forums are like. The first is what the README's requests ask. */
export async function readDemoForums(): Promise<DemoForums> {
  return JSON.parse(await readFile(join(FOLDER, 'forums.json'), 'utf8')) as DemoForums;
}

/** What people said in such a forum. */
export function demoArchive(slug: string): string {
  return join(FOLDER, `${slug}.ndjson`);
}

/** Makes the forums to look at, unless there are some already. */
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
