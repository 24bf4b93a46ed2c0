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

  /** A listener that hears nothing, and the connections that it has made. */
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

  it('leaves no connection behind that is made while it is stopped', async () => {
    const { listener, connections } = listenQuietly();
    await listener.stop();
    expect(connections).toHaveLength(1);
    await expect(connections[0]?.one('select 1')).rejects.toThrow('disconnected client');
  });

  it('may be cut off by the server while it is stopped', async () => {
    const { listener, listening, connections } = listenQuietly();
    await listening;
    await listener.stop();
    expect(() => connections[0]?.client.emit('error', new Error('terminating connection'))).not.toThrow();
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
});
