import { startReplicatedPostgres, until } from '@guidepost/local-servers/testing';
import type { Metrics } from '@guidepost/service-kit';
import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { closeDatabase, type Database, openDatabase } from '../connection/database.ts';
import { bumpRevision, watchRevisions } from '../revisions/revisions.ts';
import { atRevision } from './at-revision.ts';
import { type ContentReads, createContentReads } from './content-reads.ts';

const SCHEMA = `
  create table tenants (id bigint primary key, revision bigint not null);
  create table guides (tenant_id bigint, id bigint, title text, primary key (tenant_id, id));
  insert into tenants values (1, 7), (2, 7);
  insert into guides select tenant, id, 'Guide ' || id from generate_series(1, 2) tenant, generate_series(1, 3) id`;

const list = (tenant: number, from = 1) => ({
  name: 'list',
  text: '-- By id, backwards.\nselect id, title from guides where tenant_id = $1 and id >= $2 order by id desc;\n',
  values: [tenant, from],
});

const TITLES = ['Guide 3', 'Guide 2', 'Guide 1'];

let pair: Awaited<ReturnType<typeof startReplicatedPostgres>>;

beforeAll(async () => {
  pair = await startReplicatedPostgres({
    databases: ['content'],
    prepare: async (url) => {
      const database = open(url('content'));
      await database.none(SCHEMA);
      await closeDatabase(database);
    },
  });
});

afterAll(() => pair.remove());

function open(url: string, onStatement?: (text: string) => void): Database {
  return openDatabase({ url, poolSize: 2, applicationName: 'test', statementTimeout: 2_000, onStatement });
}

describe('reads of content', () => {
  let primary: Database;
  let replica: Database;
  let asked: string[];
  let logged: string[];
  let metrics: Metrics;
  let content: ContentReads;

  beforeEach(() => {
    asked = [];
    logged = [];
    metrics = createMetrics('test');
    primary = open(pair.primary.url('content'), () => asked.push('primary'));
    replica = open(pair.replica.url('content'), () => asked.push('replica'));
    const logger = createLogger({
      service: 'test',
      level: 'info',
      stream: { write: (line) => void logged.push(JSON.parse(line).msg) },
    });
    content = createContentReads({ primary, replica, source: { table: 'tenants' }, logger, metrics });
  });

  afterEach(async () => {
    await closeDatabase(primary);
    await closeDatabase(replica);
  });

  const titles = async (tenant: { id: number; revision: number }) =>
    (await content.of(tenant).any<{ title: string }>(list(tenant.id))).map(({ title }) => title);

  const counted = async () => {
    const { values = [] } = (await metrics.registry.getSingleMetric('content_reads_total')?.get()) ?? {};
    return values.map(({ labels, value }) => `${labels.server} ${labels.reason} ${value}`);
  };

  it('are answered by a replica that has the revision, with rows as the primary returns them', async () => {
    const tenant = { id: 1, revision: 7 };
    expect(await content.of(tenant).any(list(1))).toEqual(await primary.any(list(1)));
    expect(await content.of(tenant).any({ text: 'select 1 as one, $1::text as x', values: ['y'] })).toEqual([
      { one: 1, x: 'y' },
    ]);
    expect(await content.of(tenant).oneOrNone(list(1, 3))).toEqual({ id: 3, title: 'Guide 3' });
    expect(await content.of(tenant).one(list(1, 3))).toEqual({ id: 3, title: 'Guide 3' });
    expect(asked).toEqual(['replica', 'primary', 'replica', 'replica', 'replica']);
    expect(await counted()).toEqual(['replica current 4']);
  });

  it('are confirmed by the primary if they find nothing', async () => {
    const reader = content.of({ id: 1, revision: 7 });
    expect(await reader.any(list(1, 9))).toEqual([]);
    expect(await reader.oneOrNone(list(1, 9))).toBeNull();
    expect(asked).toEqual(['replica', 'primary', 'replica', 'primary']);
    expect(await counted()).toEqual(['primary empty 2']);
  });

  it('report a wrong number of rows like the primary', async () => {
    const reader = content.of({ id: 1, revision: 7 });
    await expect(reader.one(list(1))).rejects.toThrow('Multiple rows');
    await expect(reader.one(list(1, 9))).rejects.toThrow('No data');
    await expect(reader.any({ text: 'select 1 / 0', values: [] })).rejects.toThrow('division by zero');
  });

  it('S29 are answered by the primary while the replica is behind, and by the replica once it has caught up', async () => {
    await pair.replica.ask('select pg_wal_replay_pause()');
    await primary.none(
      "update guides set title = 'New' where tenant_id = 1; update tenants set revision = 8 where id = 1",
    );
    asked = [];
    expect(await titles({ id: 1, revision: 8 })).toEqual(['New', 'New', 'New']);
    expect(asked).toEqual(['replica', 'primary']);
    // Other tenants are not behind.
    expect(await titles({ id: 2, revision: 7 })).toEqual(TITLES);
    expect(await titles({ id: 1, revision: 8 })).toEqual(['New', 'New', 'New']);
    expect(asked).toEqual(['replica', 'primary', 'replica', 'primary']);
    expect(await counted()).toEqual(['primary behind 1', 'replica current 1', 'primary paused 1']);
    await pair.replica.ask('select pg_wal_replay_resume()');
    await until('the replica answers', async () => {
      asked = [];
      expect(await titles({ id: 1, revision: 8 })).toEqual(['New', 'New', 'New']);
      return asked.join() === 'replica';
    });
    expect(logged).toEqual([]);
  });

  it('are answered by the primary for tenants that the replica does not know', async () => {
    expect(await titles({ id: 3, revision: 1 })).toEqual([]);
    expect(asked).toEqual(['replica', 'primary']);
  });

  it('read nothing on a replica that is behind', async () => {
    const statement = atRevision(list(2), 'tenants', { id: 2, revision: 9 });
    const plan = await replica.any<Record<string, string>>({
      text: `explain (analyze, costs off, timing off, summary off) ${statement.text}`,
      values: statement.values,
    });
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/ guides .*never executed/);
  });

  it('are answered by the primary while the replica is away, which is logged once each way', async () => {
    const tenant = { id: 2, revision: 7 };
    expect(await titles(tenant)).toEqual(TITLES);
    await pair.replica.kill();
    const many = await Promise.all(Array.from({ length: 20 }, () => titles(tenant)));
    expect(new Set(many.flat())).toEqual(new Set(TITLES));
    asked = [];
    expect(await titles(tenant)).toEqual(TITLES);
    expect(asked).toEqual(['primary']);
    await pair.replica.start();
    await until('the replica answers', async () => {
      asked = [];
      expect(await titles(tenant)).toEqual(TITLES);
      return asked.join() === 'replica';
    });
    expect(logged).toEqual([
      'the replica is not used; the primary answers meanwhile',
      'the replica answers again',
    ]);
  });

  it('S29 are not answered by a replica that was promoted', async () => {
    await pair.replica.ask('select pg_promote()');
    expect(await titles({ id: 2, revision: 7 })).toEqual(TITLES);
    expect(await titles({ id: 2, revision: 7 })).toEqual(TITLES);
    expect(asked).toEqual(['replica', 'primary', 'primary']);
    expect(await counted()).toEqual(['primary promoted 1', 'primary paused 1']);
  });
});

describe('revisions after a failover to a replica that had not received everything', () => {
  const SOURCE = { service: 'kb', table: 'tenants' };

  it('S29 continue above those that were heard', async () => {
    // Promoted by the last test: a history without what the old primary still had.
    const old = open(pair.primary.url('content'));
    const promoted = open(pair.replica.url('content'));
    let present = old;
    const watch = watchRevisions(
      { connect: (...options: []) => present.connect(...options) } as Database,
      SOURCE,
    );
    await until('the instance listens', () => watch.listening);
    const heard = await bumpRevision(old, SOURCE, 1);
    await until('the instance has heard', () => watch.isCurrent(1, heard));
    present = promoted;
    await pair.primary.kill();
    const other = await bumpRevision(promoted, SOURCE, 1);
    expect(other).toBeLessThanOrEqual(heard);
    await until('the instance listens again', () => watch.isCurrent(1, heard + 1));
    expect(await promoted.one('select revision from tenants where id = 1')).toEqual({ revision: heard + 1 });
    // Nothing was heard of this one that is above it.
    expect(watch.isCurrent(2, 8)).toBe(true);
    await watch.stop();
    await closeDatabase(old);
    await closeDatabase(promoted);
  });
});
