import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

export interface ListeningApp {
  origin: string;
  close(): Promise<void>;
}

export async function listenWith(app: RequestListener): Promise<ListeningApp> {
  // Idle connections stay open, even while a test computes for longer than Node.js waits.
  const server = createServer({ keepAliveTimeout: 0 }, app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
