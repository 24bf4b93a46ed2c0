import { once } from 'node:events';
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';

/** No response, closed connections, invalid HTTP, a different server, slow responses, refused connections. */
export type ProxyFault = 'hang' | 'cut' | 'garbage' | 'another-server' | 'slow' | 'refuse';

export interface FaultyProxy {
  /** Use it instead of the server's URL. */
  url: string;
  fail(fault: ProxyFault): Promise<void>;
  /** Ends the fault; pending requests are cut off. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

const ANSWERS = {
  garbage: '\u0000\u0001 this is no HTTP\r\n\r\n',
  'another-server':
    'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 18\r\n\r\n<h1>It works!</h1>',
};

/** Milliseconds for each chunk of a slow response. */
const DELAY = 100;

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const clients = new Set<Socket>();
  const hanging = new Set<Socket>();
  let fault: ProxyFault | undefined;

  const server = createServer((client) => {
    const upstream = connectTo(Number(targetPort), hostname);
    clients.add(client);
    client.on('data', (data) => {
      if (fault === 'hang') hanging.add(client);
      else if (fault === 'cut') client.destroy();
      else if (fault === 'garbage' || fault === 'another-server') client.write(ANSWERS[fault]);
      else upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (fault === undefined) client.write(data);
      else if (fault === 'slow') setTimeout(() => client.write(data), DELAY);
      else if (fault === 'hang') hanging.add(client);
      else client.destroy();
    });
    closeTogether(client, upstream);
    client.on('close', () => clients.delete(client) && hanging.delete(client));
  });
  const port = await listen(server, 0);

  return {
    url: `http://127.0.0.1:${port}`,
    async fail(next) {
      fault = next;
      if (next === 'refuse') await close(server, clients);
    },
    async heal() {
      fault = undefined;
      cut(hanging);
      if (!server.listening) await listen(server, port);
    },
    async close() {
      if (server.listening) await close(server, clients);
    },
  };
}

function closeTogether(one: Socket, other: Socket): void {
  for (const [socket, peer] of [
    [one, other],
    [other, one],
  ] as const) {
    // Broken connections are expected.
    socket.on('error', () => {});
    socket.on('close', () => peer.destroy());
  }
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
