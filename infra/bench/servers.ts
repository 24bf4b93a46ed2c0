import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type Place, stopProcess } from '../rigs/place.ts';

/** A server that a service is compared with. */
export interface PeerServer {
  address: string;
}

export interface BareServer extends PeerServer {
  serve(answer: { status: number; headers: Record<string, string>; body: Buffer }): Promise<void>;
}

/** Starts plain `node:http`, which sends the last answer that it was given. */
export async function startBareServer({ servers }: Place): Promise<BareServer> {
  const child = fork(new URL('./bare-server.mjs', import.meta.url));
  servers.defer(async () => void (await stopProcess(child)));
  return {
    address: await addressOf(child),
    async serve({ status, headers, body }) {
      child.send({ status, headers, body: body.toString('base64') });
      await once(child, 'message');
    },
  };
}

/** Starts the least that a service in Express can do, for the guides of one knowledge base. */
export async function startPeerServer({ servers }: Place, url: string, host: string): Promise<PeerServer> {
  const child = fork(new URL('./peer-server.ts', import.meta.url), [], {
    execArgv: ['--conditions=source'],
    env: { ...process.env, KB_DATABASE_URL: url, BENCH_HOST: host },
  });
  servers.defer(async () => void (await stopProcess(child)));
  return { address: await addressOf(child) };
}

async function addressOf(child: ChildProcess): Promise<string> {
  const [address] = await once(child, 'message');
  return String(address);
}
