import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Balanced {
  name: string;
  /** Where clients connect. */
  port: number;
  /** Of the instances. */
  ports: readonly number[];
}

/** Starts HAProxy, configured as docs/scaling.md says. @throws Error if there is none */
export async function startBalancer(folder: string, services: readonly Balanced[]): Promise<AsyncDisposable> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, [COMMON, ...services.map(section)].join('\n'));
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await Promise.race([
    once(child, 'spawn'),
    once(child, 'error').then(([error]) => {
      throw new Error('There is no haproxy on the PATH.', { cause: error });
    }),
  ]);
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

// Only reads are sent again after they may have arrived; posts only if no connection was made.
const COMMON = `global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout check 2s
  timeout client 60s
  timeout server 60s
  balance roundrobin
  option httpchk GET /readyz
  option redispatch 1
  retries 3
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
