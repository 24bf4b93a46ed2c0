import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeDatabase, type Database, openDatabase } from '../connection/database.ts';
import { type Listener, listen } from './listen.ts';

type Connection = Awaited<ReturnType<Database['connect']>>;

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

  /** A listener without handlers, and the connections it has made. */
  function listenQuietly() {
    const connections: Connection[] = [];
    const connect = async (...options: Parameters<Database['connect']>) => {
      const connection = await database.connect(...options);
      connections.push(connection);
      return connection;
    };
    const { promise: listening, resolve } = Promise.withResolvers<void>();
    const listener = listen({
      database: { ...database, connect },
      channel: 'test',
      interval: 1_000_000,
      onNotification: () => {},
      resynchronize: async () => resolve(),
    });
    return { listener, listening, connections };
  }

  it('closes a connection that opens while it is being stopped', async () => {
    const { listener, connections } = listenQuietly();
    await listener.stop();
    expect(connections).toHaveLength(1);
    await expect(connections[0]?.one('select 1')).rejects.toThrow('disconnected client');
  });

  it('survives being cut off while it is being stopped', async () => {
    const { listener, listening, connections } = listenQuietly();
    await listening;
    await listener.stop();
    expect(() => connections[0]?.client.emit('error', new Error('terminating connection'))).not.toThrow();
  });

  it('can be stopped while connecting', async () => {
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
    // The listener handles the error before this is answered; an unhandled rejection would fail the test.
    await database.one('select 1');
    expect(listener.connected).toBe(false);
  });
});
