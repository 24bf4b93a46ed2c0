import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** An app on a port, for clients with their own transport. */
export interface ListeningApp {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** Stops it and closes open connections. */
  close(): Promise<void>;
}

/** Serves an app on a free port. */
export async function listenWith(app: RequestListener): Promise<ListeningApp> {
  const server = createServer(app).listen(0, '127.0.0.1');
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
