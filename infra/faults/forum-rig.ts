import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTestBucket } from '@guidepost/files/testing';
import { anyFreePort } from '@guidepost/local-servers';
import { startOwnMeilisearch } from '@guidepost/local-servers/testing';
import { startMailServer } from '@guidepost/mail/testing';
import { closeDatabase } from '@guidepost/postgres';
import { openTestDatabase } from '@guidepost/testing';
import { startReceiver } from '@guidepost/webhooks/testing';
import { startForumService } from '../../services/forum-service/src/testing/start-forum-service.ts';
import { audit } from './audit.ts';
import { forumTraffic } from './forum-posts.ts';
import { prepareForum } from './prepare-forum.ts';
import {
  type ForumRig,
  type Part,
  type Rig,
  type RigOptions,
  rigPostgres,
  rigService,
  startProxies,
} from './rig.ts';

export async function openForumRig(options: RigOptions, stack: AsyncDisposableStack): Promise<Rig> {
  const { folder, parts = [] } = options;
  const directory = join(folder, 'disk', 'postgres');
  const files = join(folder, 'files');
  await mkdir(files, { recursive: true });
  await mkdir(join(folder, 'disk'), { recursive: true });
  const postgres = await rigPostgres(directory, stack);
  const mail = await startMailServer();
  stack.defer(() => mail.stop());
  const receiver = await startReceiver();
  stack.defer(() => receiver.stop());
  const targets = new Map<Part, string>([
    ['database', postgres.url],
    ['mail', mail.url],
    ['webhooks', receiver.url],
  ]);
  const more: Record<string, string> = {};
  if (parts.includes('store')) Object.assign(more, await startStore(targets, stack));
  if (parts.includes('search')) Object.assign(more, await startSearch(targets, stack));
  const proxies = await startProxies(targets, parts, stack);
  const url = (part: Part) => proxies.get(part)?.url ?? targets.get(part) ?? '';
  const port = await anyFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    FORUM_PORT: String(port),
    FORUM_DATABASE_URL: url('database'),
    FORUM_FILES_DIRECTORY: files,
    PUBLIC_URL: origin,
    RATE_LIMITS: 'off',
    MAIL_URL: url('mail'),
    MAIL_FROM: 'help@example.com',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    ...more,
    ...(parts.includes('store') && { S3_ENDPOINT: url('store'), FORUM_FILES_STORE: 's3' }),
    ...(parts.includes('search') && { MEILI_URL: url('search') }),
    ...options.environment,
  };
  const start = () => startForumService(environment);
  const service = rigService(join(folder, 'service.log'), port, start);
  stack.defer(async () => void (await service.stop('SIGTERM')));
  await service.start();
  const database = openTestDatabase(postgres.url);
  stack.defer(() => closeDatabase(database));
  const posts = { origin, ...(await prepareForum(database, url('webhooks'))) };
  const rig: ForumRig = {
    posts,
    database,
    postgres,
    service,
    proxies,
    mail,
    receiver,
    files: parts.includes('store') ? null : files,
    disk: dirname(directory),
  };
  return { ...rig, traffic: forumTraffic(posts), audit: (sent) => audit(rig, sent) };
}

async function startStore(
  targets: Map<Part, string>,
  stack: AsyncDisposableStack,
): Promise<Record<string, string>> {
  const bucket = await createTestBucket();
  stack.defer(() => bucket.remove());
  targets.set('store', bucket.config.S3_ENDPOINT ?? '');
  return bucket.variables;
}

async function startSearch(
  targets: Map<Part, string>,
  stack: AsyncDisposableStack,
): Promise<Record<string, string>> {
  const meilisearch = await startOwnMeilisearch();
  stack.defer(() => meilisearch.remove());
  targets.set('search', meilisearch.url);
  return { MEILI_KEY: meilisearch.key };
}
