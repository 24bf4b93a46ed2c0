import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Executor } from '@guidepost/postgres';
import { INSTANCE } from '@guidepost/staff';
import { importForum } from '../../services/forum-service/src/archive/import/import-forum.ts';
import { readPublicUrl, readSecret } from '../../services/forum-service/src/config.ts';
import { listDialogs } from '../../services/forum-service/src/moderation/find-posts.ts';
import { createPosterSecret } from '../../services/forum-service/src/people/posters.ts';
import { setWaiting } from '../../services/forum-service/src/posts/change-dialogs.ts';
import { createAccount } from '../../services/forum-service/src/tenants/accounts.ts';
import { createForum, setProperties } from '../../services/forum-service/src/tenants/administration.ts';
import { recordStaffEvent } from '../../services/forum-service/src/tenants/audit.ts';
import { addMetadataField } from '../../services/forum-service/src/tenants/metadata-fields.ts';
import { type DemoForums, readDemoForums, writeRecentArchive } from './demo-forums.ts';
import { addOwner, fillDatabase } from './fill-database.ts';

const DEMO = { name: 'npm start', role: 'owner', door: 'cli' } as const;

/** So that the desk has something to do. */
const MOST_WAITING = 8;

const folder = await mkdtemp(join(tmpdir(), 'guidepost-demo-'));

try {
  await fillDatabase(process.env.FORUM_DATABASE_URL, makeForums);
} finally {
  await rm(folder, { recursive: true });
}

async function makeForums(transaction: Executor): Promise<void> {
  const { account, forums } = await readDemoForums();
  const { id: tenantId } = await createAccount(transaction, account);
  for (const forum of forums) await make(transaction, account.name, forum);
  await addOwner(transaction, [INSTANCE, tenantId], recordStaffEvent);
}

async function make(database: Executor, account: string, forum: DemoForums['forums'][number]): Promise<void> {
  const { slug, metadata_fields, ...settings } = forum;
  await createForum(database, { ...forum, account });
  await setProperties(database, slug, settings);
  for (const field of metadata_fields) await addMetadataField(database, slug, field);
  const secret = createPosterSecret(database, readSecret(process.env));
  const { signal } = new AbortController();
  await importForum(database, {
    slug,
    path: await writeRecentArchive(slug, folder),
    secret,
    publicUrl: readPublicUrl(process.env),
    signal,
  });
  await fillQueue(database, slug);
}

/** Dialogs without a state wait for an answer; the rest of an imported archive does not. */
async function fillQueue(database: Executor, slug: string): Promise<void> {
  const dialogs = await listDialogs(database, { slug, which: 'visible', limit: 1_000 });
  const ids = dialogs.filter(({ state }) => state === null).map(({ id }) => id);
  const change = { slug, actor: DEMO, action: 'dialog wait' } as const;
  await setWaiting(database, change, { ids: ids.slice(0, MOST_WAITING), waiting: true });
}
