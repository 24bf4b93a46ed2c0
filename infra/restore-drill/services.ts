import { once } from 'node:events';
import { type ServiceProcess, startProgram, startServiceProcess } from '@guidepost/testing';
import type { Server } from './postgres.ts';

const FOLDERS = { kb: 'kb-service', forum: 'forum-service' } as const;

type Name = keyof typeof FOLDERS;

export interface Services {
  kb: string;
  forum: string;
  stop(): Promise<void>;
}

export function environmentOf(server: Server, files: string): Record<string, string> {
  return {
    KB_DATABASE_URL: server.url('kb'),
    FORUM_DATABASE_URL: server.url('forum'),
    FORUM_FILES_DIRECTORY: files,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  };
}

/** Runs a command; its output is returned. */
export async function runCommand(
  name: Name,
  words: string[],
  environment: Record<string, string>,
): Promise<string> {
  const main = new URL(`../../services/${FOLDERS[name]}/src/cli/main.ts`, import.meta.url);
  const { code, stdout, stderr } = await startProgram(main, words, environment).ended;
  if (code !== 0) throw new Error(`${name} ${words.join(' ')}: ${stderr}`);
  return stdout;
}

export async function startServices(environment: Record<string, string>): Promise<Services> {
  const [kb, forum] = await Promise.all([startOne('kb', environment), startOne('forum', environment)]);
  return {
    kb: kb.origin,
    forum: forum.origin,
    stop: async () => {
      await Promise.all([kb.stop(), forum.stop()]);
    },
  };
}

async function startOne(name: Name, environment: Record<string, string>) {
  const prefix = name.toUpperCase();
  const main = new URL(`../../services/${FOLDERS[name]}/src/main.ts`, import.meta.url);
  const ports = { HOST: '127.0.0.1', [`${prefix}_PORT`]: '0', [`${prefix}_METRICS_PORT`]: '0' };
  const started = startServiceProcess(main, [], { ...environment, ...ports, LOG_LEVEL: 'info' });
  const port = await readPort(started);
  started.output.resume();
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(started.child, 'exit');
      started.child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Without a time limit: a busy machine is no failed drill. */
async function readPort({ output, complaint }: ServiceProcess): Promise<string> {
  // The stream must stay open, since the service keeps writing.
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    const port = /"port":(\d+),"msg":"ready"/.exec(String(chunk))?.[1];
    if (port) return port;
  }
  throw new Error(`The service ended: ${await complaint}`);
}
