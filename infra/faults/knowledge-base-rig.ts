import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { anyFreePort } from '@guidepost/local-servers';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { openTestDatabase } from '@guidepost/testing';
import { issueAccessKey } from '../../services/kb-service/src/tenants/access-keys.ts';
import { writeContent } from '../../services/kb-service/src/testing/content.ts';
import { OPERATOR } from '../../services/kb-service/src/testing/operator.ts';
import { startKbService } from '../../services/kb-service/src/testing/start-kb-service.ts';
import { auditKnowledgeBase } from './audit-knowledge-base.ts';
import { CHANGED_GUIDES, HOST, knowledgeBaseTraffic } from './knowledge-base-writes.ts';
import { type Rig, type RigOptions, rigPostgres, rigService, startProxies } from './rig.ts';

/** A knowledge base that is voted on, and written to over the API. */
export async function openKnowledgeBaseRig(
  { folder, parts = [], environment }: RigOptions,
  stack: AsyncDisposableStack,
): Promise<Rig> {
  const directory = join(folder, 'disk', 'postgres');
  await mkdir(dirname(directory), { recursive: true });
  const postgres = await rigPostgres(directory, stack);
  const proxies = await startProxies(new Map([['database', postgres.url]]), parts, stack);
  const port = await anyFreePort();
  const start = () =>
    startKbService({
      KB_PORT: String(port),
      KB_DATABASE_URL: proxies.get('database')?.url ?? postgres.url,
      TRUSTED_PROXIES: 'loopback',
      RATE_LIMITS: 'off',
      ...environment,
    });
  const service = rigService(join(folder, 'service.log'), port, start);
  stack.defer(async () => void (await service.stop('SIGTERM')));
  await service.start();
  const database = openTestDatabase(postgres.url);
  stack.defer(() => closeDatabase(database));
  const writes = { origin: `http://127.0.0.1:${port}`, key: await prepare(database) };
  return {
    traffic: knowledgeBaseTraffic(writes),
    audit: (sent) => auditKnowledgeBase({ writes, database }, sent),
    database,
    postgres,
    service,
    proxies,
    files: null,
    disk: dirname(directory),
  };
}

/** @returns a key that may write */
async function prepare(database: Database): Promise<string> {
  const guides = CHANGED_GUIDES.map((id) => ({ id, slug: `guide-${id}` }));
  await writeContent(database, { host: HOST, guides });
  const { key } = await issueAccessKey(database, OPERATOR, { host: HOST, name: 'faults', scope: 'write' });
  return key;
}
