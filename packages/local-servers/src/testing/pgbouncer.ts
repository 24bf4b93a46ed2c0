import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { choosePrivileges, withPrivileges } from '../postgres/privileges.ts';
import { anyFreePort, bareEnvironment } from '../programs/child-programs.ts';
import { findPgBouncer } from '../programs/find-programs.ts';
import { accepts } from './haproxy.ts';
import { until } from './until.ts';

export interface PgBouncer {
  /** Whether it keeps prepared statements: from 1.21 on. */
  keepsPrepared: boolean;
  /** The URL of the same database through the pooler. */
  pooled(url: string): string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode in front of the server of a URL with a Unix socket.
 * @param poolSize connections to the server, which the clients of a database share
 */
export async function startPgBouncer(serverUrl: string, { poolSize = 3 } = {}): Promise<PgBouncer> {
  const program = findPgBouncer();
  if (!program) throw new Error('No PgBouncer: the file must be called *.pgbouncer.test.ts');
  const keepsPrepared = await doesKeepPrepared(program);
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await anyFreePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, configuration({ serverUrl, port, keepsPrepared, poolSize }), { mode: 0o644 });
  const command = withPrivileges(await choosePrivileges(program, folder), program, [file]);
  const child = spawn(command.command, command.arguments, {
    ...command.options,
    env: bareEnvironment(),
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await until('PgBouncer answers', () => accepts(port));
  return {
    keepsPrepared,
    pooled(url) {
      const { username, pathname } = new URL(url);
      return `postgresql://${username}@127.0.0.1:${port}${pathname}?sslmode=disable`;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function doesKeepPrepared(program: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)(program, ['--version']);
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

interface Configured {
  serverUrl: string;
  port: number;
  keepsPrepared: boolean;
  poolSize: number;
}

function configuration({ serverUrl, port, keepsPrepared, poolSize }: Configured): string {
  const { username, searchParams, port: serverPort } = new URL(serverUrl);
  const host = searchParams.get('host') ?? '';
  return `[databases]
* = host=${host} port=${serverPort || 5432} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
ignore_startup_parameters = statement_timeout
server_login_retry = 1
${keepsPrepared ? 'max_prepared_statements = 200' : ''}
`;
}
