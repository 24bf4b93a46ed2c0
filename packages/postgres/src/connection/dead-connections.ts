import type { Socket } from 'node:net';
import pg from 'pg';
import type pgPromise from 'pg-promise';

/** Milliseconds without an answer after which the server is asked whether it works on a statement. */
const SILENCE = 800;

/**
 * Bytes that the systems of both sides keep of a statement on its way, at most, and bytes a millisecond of the slowest
 * link: the server waits for more of a large statement long after the last of it was written here.
 */
const MOST_ON_THE_WAY = 10_000_000;
const SLOWEST_LINK = 1_000;

/** Milliseconds between looks while statements run. */
const LOOK_EVERY = 200;

/** Milliseconds for the server's answer. */
const ANSWER = 2_000;

/**
 * Finds the connections where the server waits for more, or whose process has ended. An answer may be on its way for
 * half a second. If there are some, those that wait for a lock count, too: it is most likely one of a dead connection,
 * and would otherwise go from one dead connection to the next. The server behind a pooler knows other process ids: it
 * then answers nothing.
 */
const FORGOTTEN = `
  with asked as (
    select pid,
      activity.pid is null
        or activity.wait_event = 'ClientRead' and activity.state_change < clock_timestamp() - interval '0.5 seconds'
        as forgotten,
      activity.wait_event_type = 'Lock' as waits
    from unnest($1::int[]) as pid
      left join pg_stat_activity as activity using (pid)
    where pg_backend_pid() = $2
  )
  select pid from asked where forgotten or waits and exists (select from asked where forgotten)`;

/** With them go the locks that they hold: the server may otherwise take as long to notice. */
const END_SESSIONS = 'select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1::int[])';

type Client = pg.Client & { processID: number; connection: { stream: Socket } };

interface Sent {
  /** When the statement was sent, or the last of it was still to be written. */
  at: number;
  /** Bytes that the connection had written before it. */
  writtenBefore: number;
}

/**
 * Fails what runs on a connection, and keeps it out of the pool. A connection that is dead cannot be ended politely.
 */
export function cut({ connection }: pg.Client): void {
  connection.stream.destroy();
}

/** Takes an unused connection out of the pool at once: until its socket is closed, the pool would go on using it. */
function drop(client: Client): void {
  // One that is being closed has no listener any more.
  if (client.listenerCount('error') > 0) client.emit('error', new Error('The connection is dead.'));
  cut(client);
}

/**
 * Ends connections that wait for an answer which never comes, and with them those that nothing uses: they are most
 * likely dead, too, and each would fail a request first. After a network failure that resets nothing, TCP notices
 * after a quarter of an hour, and a limit on statements must allow for slow ones: so the server is asked, over a new
 * connection, what it works on.
 * @param connection to one server; several behind one address do not know of each other's
 */
export function endDeadConnections(
  initialization: pgPromise.IInitOptions,
  connection: pg.ClientConfig,
): void {
  const waiting = new Map<Client, Sent>();
  const unused = new Set<Client>();
  const { query: onQuery, receive: onReceive, error: onError } = initialization;
  const { connect: onConnect, disconnect: onDisconnect } = initialization;
  let timer: NodeJS.Timeout | undefined;

  const schedule = () => {
    timer = setTimeout(() => void look(), LOOK_EVERY).unref();
  };
  const answered = (client: unknown) => waiting.delete(client as Client);

  async function look(): Promise<void> {
    const now = performance.now();
    // The server has nothing to answer while a long statement is on its way.
    for (const [client, sent] of waiting) if (client.connection.stream.writableLength > 0) sent.at = now;
    const silent = new Map([...waiting].filter(([client, sent]) => now - sent.at > silenceFor(client, sent)));
    if (silent.size > 0)
      await withServer(connection, async (server) => {
        const forgotten = await findForgotten(server, [...silent.keys()]);
        // An answer may have come meanwhile.
        const dead = forgotten.filter((client) => waiting.get(client) === silent.get(client));
        if (dead.length === 0) return;
        // Before their sessions end: what fails then may run again at once, on a connection that nothing used.
        for (const client of unused) drop(client);
        for (const client of dead) cut(client);
        await server.query(END_SESSIONS, [dead.map(({ processID }) => processID)]);
      });
    timer = undefined;
    if (waiting.size > 0) schedule();
  }

  initialization.query = (event) => {
    onQuery?.(event);
    const client = event.client as unknown as Client;
    waiting.set(client, { at: performance.now(), writtenBefore: client.connection.stream.bytesWritten });
    if (!timer) schedule();
  };
  initialization.receive = (event) => {
    answered(event.ctx.client);
    onReceive?.(event);
  };
  initialization.error = (error, context) => {
    answered(context.client);
    onError?.(error, context);
  };
  initialization.connect = (event) => {
    const client = event.client as unknown as Client;
    // A new one: it is forgotten when it ends.
    if (event.useCount === 0) client.once('end', () => unused.delete(client));
    unused.delete(client);
    onConnect?.(event);
  };
  initialization.disconnect = (event) => {
    const client = event.client as unknown as Client;
    answered(client);
    if (!client.connection.stream.destroyed) unused.add(client);
    onDisconnect?.(event);
  };
}

function silenceFor({ connection }: Client, { writtenBefore }: Sent): number {
  const size = connection.stream.bytesWritten - writtenBefore;
  return SILENCE + Math.min(size, MOST_ON_THE_WAY) / SLOWEST_LINK;
}

async function withServer(
  connection: pg.ClientConfig,
  ask: (server: Client) => Promise<void>,
): Promise<void> {
  const limits = { connectionTimeoutMillis: ANSWER, query_timeout: ANSWER };
  const server = new pg.Client({ ...connection, ...limits }) as Client;
  server.on('error', () => {});
  try {
    await server.connect();
    await ask(server);
  } catch {
    // The server is away, too: its statements fail by their own limits.
  } finally {
    server.end().catch(() => {});
  }
}

async function findForgotten(server: Client, clients: readonly Client[]): Promise<Client[]> {
  const pids = clients.map(({ processID }) => processID);
  const { rows } = await server.query<{ pid: number }>(FORGOTTEN, [pids, server.processID]);
  const forgotten = new Set(rows.map(({ pid }) => pid));
  return clients.filter((client) => forgotten.has(client.processID));
}
