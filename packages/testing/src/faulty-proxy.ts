import { once } from 'node:events';
import { connect as connectTo, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/**
 * No response, closed connections, invalid HTTP, a different server, slow responses, refused connections. Half-open:
 * the connections there are carry nothing more, not even once healed, and new ones work. Lost: the same, but not even
 * their end reaches the server. Full: they take no more until healed. Narrow: the server gets three megabytes a second.
 */
export type ProxyFault =
  | 'hang'
  | 'cut'
  | 'garbage'
  | 'another-server'
  | 'slow'
  | 'refuse'
  | 'half-open'
  | 'lost'
  | 'full'
  | 'narrow';

export interface FaultyProxy {
  /** Use it instead of the server's URL. */
  url: string;
  fail(fault: ProxyFault): Promise<void>;
  /** Ends the fault; pending requests are cut off. */
  heal(): Promise<void>;
  /** Leads new connections to another server, and cuts the others. */
  leadTo(target: string): void;
  close(): Promise<void>;
}

const ANSWERS = {
  garbage: '\u0000\u0001 this is no HTTP\r\n\r\n',
  'another-server':
    'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 18\r\n\r\n<h1>It works!</h1>',
};

/** Milliseconds for each chunk of a slow response. */
const DELAY = 100;

/** Milliseconds after each chunk, which is 64 kB, through a narrow connection. */
const PAUSE = 20;

/** @param target `http://…`, `smtp://…`, or `postgresql://…?host=/folder` for a server with a Unix socket */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let address = addressOf(target);
  const clients = new Set<Socket>();
  const upstreams = new Set<Socket>();
  const hanging = new Set<Socket>();
  const dead = new WeakSet<Socket>();
  const lost = new WeakSet<Socket>();
  let fault: ProxyFault | undefined;

  const server = createServer((client) => {
    const upstream = connectTo(address);
    clients.add(client);
    upstreams.add(upstream);
    client.on('data', (data) => {
      if (dead.has(client)) return;
      if (fault === 'hang') hanging.add(client);
      else if (fault === 'cut') client.destroy();
      else if (fault === 'garbage' || fault === 'another-server') client.write(ANSWERS[fault]);
      else upstream.write(data);
      if (fault === 'narrow') {
        client.pause();
        setTimeout(() => client.resume(), PAUSE);
      }
    });
    upstream.on('data', (data) => {
      if (dead.has(client)) return;
      if (fault === undefined || fault === 'narrow') client.write(data);
      else if (fault === 'slow') setTimeout(() => client.write(data), DELAY);
      else if (fault === 'hang') hanging.add(client);
      else client.destroy();
    });
    client.on('close', () => clients.delete(client) && hanging.delete(client));
    upstream.on('close', () => upstreams.delete(upstream) && client.destroy());
    client.on('close', () => lost.has(client) || upstream.destroy());
    // Broken connections are expected.
    for (const socket of [client, upstream]) socket.on('error', () => {});
  });
  const port = await listen(server, 0);

  return {
    url: throughPort(target, port),
    async fail(next) {
      if (next === 'lost') for (const client of clients) lost.add(client);
      if (next === 'half-open' || next === 'lost') for (const client of clients) dead.add(client);
      else if (next === 'full') for (const client of clients) client.pause();
      else fault = next;
      if (next === 'refuse') await close(server, clients);
    },
    async heal() {
      fault = undefined;
      for (const client of clients) client.resume();
      cut(hanging);
      if (!server.listening) await listen(server, port);
    },
    leadTo(next) {
      address = addressOf(next);
      cut(clients);
    },
    async close() {
      if (server.listening) await close(server, clients);
      cut(upstreams);
    },
  };
}

function addressOf(target: string): NetConnectOpts {
  const { hostname, port, searchParams } = new URL(target);
  const folder = searchParams.get('host');
  return folder === null ? { host: hostname, port: Number(port) } : { path: `${folder}/.s.PGSQL.5432` };
}

function throughPort(target: string, port: number): string {
  const { protocol, username, pathname, searchParams } = new URL(target);
  const person = username && `${username}@`;
  const path = pathname === '/' ? '' : pathname;
  return `${protocol}//${person}127.0.0.1:${port}${path}${searchParams.has('host') ? '?sslmode=disable' : ''}`;
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the proxy has no port');
  return address.port;
}

async function close(server: Server, clients: Set<Socket>): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  cut(clients);
  await closed;
}

function cut(sockets: Set<Socket>): void {
  for (const socket of sockets) socket.destroy();
}
