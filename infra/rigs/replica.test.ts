import { startReplicatedPostgres, until } from '@guidepost/local-servers/testing';
import { bumpRevision, closeDatabase } from '@guidepost/postgres';
import { openTestDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DIALOG } from '../../services/forum-service/src/testing/posts.ts';
import { PATHS, writeEverything } from './content.ts';
import type { ServiceName } from './place.ts';
import { CHANGES, type Instance, startInstance, TENANT } from './testing/instance.ts';

const SERVICES = ['kb', 'forum'] as const;
const TABLES = { kb: 'knowledge_bases', forum: 'forums' };

let pair: Awaited<ReturnType<typeof startReplicatedPostgres>>;

beforeAll(async () => {
  pair = await startReplicatedPostgres({
    databases: SERVICES,
    prepare: async (url) => {
      for (const name of SERVICES) await writeEverything(name, url(name));
    },
  });
});

afterAll(() => pair.remove());

/** Changes what the first path shows; resolves with the new revision. */
async function change(name: ServiceName): Promise<number> {
  const database = openTestDatabase(pair.primary.url(name));
  const revision = await database.tx(async (transaction) => {
    await transaction.none(CHANGES[name]);
    return bumpRevision(transaction, { service: name, table: TABLES[name] }, TENANT);
  });
  await closeDatabase(database);
  return revision;
}

describe.each(SERVICES)('%s-service with a replica', (name) => {
  const variable = `${name.toUpperCase()}_DATABASE_REPLICA_URL`;
  let instance: Instance;
  let plain: Instance;

  beforeAll(async () => {
    instance = await startInstance(name, pair.primary.url(name), { [variable]: pair.replica.url(name) });
    plain = await startInstance(name, pair.primary.url(name));
  });

  afterAll(async () => {
    await instance.close();
    await plain.close();
  });

  async function readsOf(server: 'primary' | 'replica'): Promise<number> {
    const { values = [] } =
      (await instance.metrics.registry.getSingleMetric('content_reads_total')?.get()) ?? {};
    return values.filter(({ labels }) => labels.server === server).reduce((sum, { value }) => sum + value, 0);
  }

  it.each(PATHS[name])('reads there: %s', async (path) => {
    const before = [await readsOf('replica'), await readsOf('primary')];
    const answer = await instance.get(path);
    expect(answer.status).toBe(200);
    expect(answer).toEqual(await plain.get(path));
    expect(await readsOf('replica')).toBeGreaterThan(before[0] ?? 0);
    expect(await readsOf('primary')).toBe(before[1]);
  });

  it('S29 shows a change at once while the replica is behind', async () => {
    await pair.replica.ask('select pg_wal_replay_pause()');
    const before = await readsOf('primary');
    const revision = await change(name);
    await instance.heard(revision);
    await plain.heard(revision);
    for (const path of PATHS[name]) expect(await instance.get(path)).toEqual(await plain.get(path));
    expect((await instance.get(PATHS[name][0] ?? '')).text).toContain(' again');
    expect(await readsOf('primary')).toBeGreaterThan(before);
    await pair.replica.ask('select pg_wal_replay_resume()');
    await pair.caughtUp();
  });
});

describe('forum-service with a replica that is behind', () => {
  it('shows a post at once on the instance that took it, and its address on the others', async () => {
    const url = pair.primary.url('forum');
    const environment = { FORUM_DATABASE_REPLICA_URL: pair.replica.url('forum') };
    const [one, other] = [
      await startInstance('forum', url, environment),
      await startInstance('forum', url, environment),
    ];
    await pair.replica.ask('select pg_wal_replay_pause()');
    expect(await one.post('/api/help', { ...DIALOG, title: 'Posted while it is behind' })).toBe(201);
    const listed = await one.get('/api/help.json');
    expect(listed.text).toContain('Posted while it is behind');
    const { id } = JSON.parse(listed.text)[0];
    expect((await other.get(`/api/dialog/help/${id}.json`)).status).toBe(200);
    await until('the other instance lists it', async () =>
      (await other.get('/api/help.json')).text.includes('Posted while it is behind'),
    );
    await pair.replica.ask('select pg_wal_replay_resume()');
    await one.close();
    await other.close();
  });
});
