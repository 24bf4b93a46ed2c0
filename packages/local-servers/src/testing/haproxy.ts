import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TIED_TO_US } from '../programs/child-programs.ts';
import { findOnPath } from '../programs/find-programs.ts';
import { until } from './until.ts';

export interface Balanced {
  name: string;
  /** Where clients connect. */
  port: number;
  /** The ports of the instances. */
  ports: readonly number[];
}

/**
 * Starts HAProxy, configured as docs/scaling.md says; instances take turns by request.
 * @param checked whether it asks each instance if it is ready; otherwise all are taken to be
 * @throws Error if there is none
 */
export async function startBalancer(
  services: readonly Balanced[],
  { checked = true } = {},
): Promise<AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, [COMMON, checked ? CHECKS : '', ...services.map(section)].join('\n'));
  const words = [findOnPath('haproxy') ?? missing(), '-db', '-f', file];
  // Ends with our process, even if that is killed.
  const child = spawn('/bin/sh', ['-c', TIED_TO_US, 'sh', ...words], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(child, 'exit');
  for (const { port } of services) await until('HAProxy accepts connections', () => accepts(port));
  return {
    async [Symbol.asyncDispose]() {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

function missing(): never {
  throw new Error('There is no haproxy on the PATH.');
}

/** Whether something listens on this port of loopback. */
export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

// Only reads are sent again after they may have arrived; posts only if no connection was made. Heads of requests are as
// long as the services take them.
const COMMON = `global
  maxconn 2000
  tune.bufsize 49152
defaults
  mode http
  timeout connect 2s
  timeout check 2s
  timeout client 60s
  timeout server 60s
  balance roundrobin
  option redispatch 1
  retries 3
`;

const CHECKS = `  option httpchk GET /readyz
  default-server check inter 200ms fall 1 rise 1
`;

function section({ name, port, ports }: Balanced): string {
  const servers = ports.map((target, index) => `  server ${name}${index} 127.0.0.1:${target}`);
  return `listen ${name}
  bind 127.0.0.1:${port}
  http-request disable-l7-retry if ! METH_GET
  retry-on conn-failure empty-response
${servers.join('\n')}
`;
}
