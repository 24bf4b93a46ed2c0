import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { openLog } from '@guidepost/local-servers';
import { AppError } from '@guidepost/service-kit';
import type { LocalService } from './services.ts';
import { ROOT } from './settings.ts';

const POLL_MILLISECONDS = 50;
const STOP_TIMEOUT_MILLISECONDS = 30_000;

type ServiceChild = ChildProcessByStdio<null, null, Readable>;

/** Starts the service with its log in a file, and waits until it is ready. */
export async function startService(
  service: LocalService,
  databaseUrl: string,
  stop: AbortSignal,
): Promise<ServiceProcess> {
  const running = new ServiceProcess(service, await spawnService(service, databaseUrl));
  try {
    await running.untilReady(stop);
    return running;
  } catch (error) {
    await running.stop();
    throw error;
  }
}

export class ServiceProcess {
  /** Resolves with the signal or exit code when it has ended. */
  readonly ended: Promise<string>;
  readonly #service: LocalService;
  readonly #child: ServiceChild;
  #ready = false;
  #complaint = '';

  constructor(service: LocalService, child: ServiceChild) {
    this.#service = service;
    this.#child = child;
    this.ended = once(child, 'close').then(([code, signal]) => String(signal ?? `code ${code}`));
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#hear(text));
  }

  /** Rejects if the service ends first, or when `stop` is aborted. */
  async untilReady(stop: AbortSignal): Promise<void> {
    const failure = this.ended.then((how) => this.#explainFailure(how));
    while (!(await Promise.race([isReady(this.#service.port), failure]))) {
      stop.throwIfAborted();
      await delay(POLL_MILLISECONDS);
    }
    this.#ready = true;
    process.stderr.write(this.#complaint);
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MILLISECONDS);
    await this.ended;
    clearTimeout(timer);
  }

  // Standard error may explain why it never becomes ready.
  #hear(text: string): void {
    if (this.#ready) process.stderr.write(text);
    else this.#complaint += text;
  }

  #explainFailure(how: string): never {
    const { name, log } = this.#service;
    const reason = this.#complaint.trim() || `${name} does not start (${how}); its log is ${log}`;
    throw new AppError('unavailable', reason);
  }
}

async function spawnService(service: LocalService, databaseUrl: string): Promise<ServiceChild> {
  const log = await openLog(service.log);
  // A small heap: docs/decisions/0073-memory.md.
  const flags = ['--max-semi-space-size=4', '--heap-growing-percent=40', '--conditions=source'];
  const child = spawn(process.execPath, [...flags, service.main], {
    cwd: ROOT,
    env: {
      MALLOC_ARENA_MAX: '2',
      ...service.defaults,
      ...process.env,
      ...service.environment,
      HOST: '127.0.0.1',
      ...Object.fromEntries(service.ports.map(({ variable, port }) => [variable, String(port)])),
      [service.databaseVariable]: databaseUrl,
    },
    // Its own process group, so that Ctrl-C reaches it only once, as SIGTERM.
    detached: true,
    // The channel is silent: its end tells the service that we have ended, even by SIGKILL.
    stdio: ['ignore', log.fd, 'pipe', 'ipc'],
  });
  await log.close();
  return child as ServiceChild;
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
