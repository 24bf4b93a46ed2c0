import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '../../services/forum-service/src/accounts/accounts.ts';
import type { ForumSettings, NewForum } from '../../services/forum-service/src/forums/administration.ts';
import type { MetadataField } from '../../services/forum-service/src/model/forum.ts';
import { loadDemo } from './load-demo.ts';
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

export function demoArchive(slug: string): string {
  return join(FOLDER, `${slug}.ndjson`);
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
