import { createTestDatabase, type TestDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeDatabase, type Database, openDatabase } from '../connection/database.ts';
import { type Listener, listen } from './listen.ts';

describe('a listener', () => {
  let cluster: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    cluster = await createTestDatabase({ template: 'empty', prepare: async () => {} });
    database = openDatabase({
      url: cluster.url,
      poolSize: 1,
      applicationName: 'guidepost test',
      statementTimeout: 0,
    });
  });

  afterAll(async () => {
    await closeDatabase(database);
    await cluster.drop();
  });

  it('can be stopped while it is being connected', async () => {
    const { promise: failed, resolve } = Promise.withResolvers<unknown>();
    const listener: Listener = listen({
      database,
      channel: 'test',
      interval: 1_000_000,
      onNotification: () => {},
      async resynchronize(connection) {
        await listener.stop();
        await connection.one('select 1').catch((error: unknown) => {
          resolve(error);
          throw error;
        });
      },
    });
    expect(await failed).toBeInstanceOf(Error);
    // What the listener does with that error happens before this is answered; an unhandled rejection fails the test.
    await database.one('select 1');
    expect(listener.connected).toBe(false);
  });

  it('survives a connection that the server cuts while it is being closed', async () => {
    const { promise: connection, resolve } =
      Promise.withResolvers<Awaited<ReturnType<Database['connect']>>>();
    const listener = listen({
      database,
      channel: 'test',
      interval: 1_000_000,
      onNotification: () => {},
      resynchronize: async (over) => resolve(over),
    });
    const { client } = await connection;
    await listener.stop();
    // What pg tells of a server that shuts down; an error that nobody listens to is thrown.
    expect(() => client.emit('error', new Error('terminating connection'))).not.toThrow();
  });
});
