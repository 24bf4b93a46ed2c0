import { createTestDatabase, type TestDatabase, until } from '@guidepost/local-servers/testing';
import { closeDatabase } from '@guidepost/postgres';
import { openTestDatabase, portOf, type ServiceProcess } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeContent } from './testing/content.ts';
import { runKb } from './testing/run-kb.ts';
import { startKbService } from './testing/start-kb-service.ts';
import { migrateDatabase } from './testing/test-service.ts';

const HOST = 'help.example.com';

/** The service and the command line as two processes that share only a database. */
describe('a running service', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  let root: string;

  beforeAll(async () => {
    database = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
    const connection = openTestDatabase(database.url);
    await writeContent(connection, {
      host: HOST,
      guides: [{ id: 1, slug: 'zebras', title: 'Feeding zebras', published: false }],
    });
    await closeDatabase(connection);
    service = startKbService({ KB_DATABASE_URL: database.url });
    root = `http://127.0.0.1:${await portOf(service)}/knowledge/v1/${HOST}`;
    service.output.resume();
  });

  afterAll(async () => {
    service.child.kill('SIGTERM');
    await service.exit;
    await database.drop();
  });

  async function ask(path: string, key = ''): Promise<{ status: number; total?: number }> {
    const headers = { Accept: 'application/vnd.api+json', ...(key && { Authorization: `Bearer ${key}` }) };
    const answer = await fetch(`${root}${path}`, { headers });
    const { meta } = (await answer.json()) as { meta?: { total: number } };
    return { status: answer.status, ...(meta && { total: meta.total }) };
  }

  /** Repeats the request until it has the expected answer; changes reach other instances and search later. */
  async function becomes(expected: object, path: string, key?: string): Promise<void> {
    const wanted = JSON.stringify(expected);
    await until(`${path} is ${wanted}`, async () => JSON.stringify(await ask(path, key)) === wanted);
  }

  async function kb(...words: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await runKb([...words, '--json'], { KB_DATABASE_URL: database.url });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  it('follows the publishing and unpublishing of guides', async () => {
    expect(await ask('/guides?q=zebra')).toEqual({ status: 200, total: 0 });
    await kb('publish', HOST, 'zebras');
    await becomes({ status: 200, total: 1 }, '/guides?q=zebra');
    await kb('unpublish', HOST, 'zebras');
    await becomes({ status: 200, total: 0 }, '/guides?q=zebra');
  });

  it('follows kb set access and kb key', async () => {
    await kb('set', HOST, 'access', 'disabled');
    await becomes({ status: 403 }, '/guides');
    await kb('set', HOST, 'access', 'key');
    await becomes({ status: 401 }, '/guides');
    const { key } = await kb('key', 'create', HOST, 'website');
    await becomes({ status: 200, total: 0 }, '/guides', String(key));
    expect(await ask('/guides')).toEqual({ status: 401 });
    await kb('key', 'revoke', HOST, 'website');
    await becomes({ status: 401 }, '/guides', String(key));
    await kb('set', HOST, 'access', 'public');
    await becomes({ status: 200, total: 0 }, '/guides');
  });
});
