import { once } from 'node:events';
import { until } from '@guidepost/local-servers/testing';
import type { ServiceProcess } from '@guidepost/testing';
import { startForumService } from '../../services/forum-service/src/testing/start-forum-service.ts';
import { startKbService } from '../../services/kb-service/src/testing/start-kb-service.ts';
import type { ServiceName } from '../replica/both-services.ts';

/** Processes of one service on one database. */
export interface Fleet extends AsyncDisposable {
  origins: readonly string[];
  /** Ends one as systemd does, and starts it again on its port once it has ended. */
  restart(index: number): Promise<void>;
}

const START_SECONDS = 120;

const START = { kb: startKbService, forum: startForumService };

export async function startFleet(
  name: ServiceName,
  ports: readonly number[],
  environment: Record<string, string>,
): Promise<Fleet> {
  const start = async (port: number): Promise<ServiceProcess> => {
    const started = START[name]({ ...environment, [`${name.toUpperCase()}_PORT`]: String(port) });
    started.output.resume();
    await until('the instance is ready', () => isReady(port), START_SECONDS);
    return started;
  };
  const running: ServiceProcess[] = [];
  // One after the other: a machine that starts all at once takes longer than they wait.
  for (const port of ports) running.push(await start(port));
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  return {
    origins,
    async restart(index) {
      await stop(running[index]);
      running[index] = await start(ports[index] ?? 0);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map(stop));
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

async function stop(started: ServiceProcess | undefined): Promise<void> {
  if (!started || started.child.exitCode !== null) return;
  const exit = once(started.child, 'exit');
  started.child.kill('SIGTERM');
  await exit;
}
