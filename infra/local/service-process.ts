import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@guidepost/service-kit';
import { openLog } from '@guidepost/service-kit/embedded';
import type { LocalService } from './services.ts';
import { ROOT } from './settings.ts';

const POLL_MILLISECONDS = 50;
const STOP_PATIENCE_MILLISECONDS = 30_000;

type ServiceChild = ChildProcessByStdio<null, null, Readable>;

/** Starts the service, its log going to its file, and waits until it is ready. */
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

/** A service that runs. */
export class ServiceProcess {
  /** Rejects when the service ends although nobody has stopped it. */
  readonly failure: Promise<never>;
  readonly #service: LocalService;
  readonly #child: ServiceChild;
  readonly #end: Promise<unknown[]>;
  #ready = false;
  #stopping = false;
  #complaint = '';

  constructor(service: LocalService, child: ServiceChild) {
    this.#service = service;
    this.#child = child;
    this.#end = once(child, 'close');
    this.failure = this.#end.then(([code, signal]) => this.#ended(String(signal ?? `code ${code}`)));
    this.failure.catch(() => {}); // whoever waits for it hears of it; until then it is no unhandled rejection
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#hear(text));
  }

  /** Waits until the service says that it is ready; rejects when it ends before that, or when `stop` is aborted. */
  async untilReady(stop: AbortSignal): Promise<void> {
    while (!(await Promise.race([isReady(this.#service.port), this.failure]))) {
      stop.throwIfAborted();
      await delay(POLL_MILLISECONDS);
    }
    this.#ready = true;
    process.stderr.write(this.#complaint);
  }

  /** Lets the service finish its work and waits until it is gone. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#child.kill('SIGTERM');
    const impatience = setTimeout(() => this.#child.kill('SIGKILL'), STOP_PATIENCE_MILLISECONDS);
    await this.#end;
    clearTimeout(impatience);
  }

  // Until it is ready, what it says on stderr may turn out to be why it never will be.
  #hear(text: string): void {
    if (this.#ready) process.stderr.write(text);
    else this.#complaint += text;
  }

  #ended(how: string): Promise<never> {
    if (this.#stopping) return new Promise(() => {});
    const { name, log } = this.#service;
    const what = this.#ready ? 'ended unexpectedly' : 'does not start';
    const reason = this.#ready ? '' : this.#complaint.trim();
    throw new AppError('unavailable', reason || `${name} ${what} (${how}); its log is ${log}`);
  }
}

async function spawnService(service: LocalService, databaseUrl: string): Promise<ServiceChild> {
  const log = await openLog(service.log);
  const child = spawn(process.execPath, ['--conditions=source', service.main], {
    cwd: ROOT,
    env: {
      ...service.defaults,
      ...process.env,
      ...service.environment,
      HOST: '127.0.0.1',
      [service.portVariable]: String(service.port),
      [service.databaseVariable]: databaseUrl,
    },
    // Its own process group: Ctrl-C reaches us alone, and the service hears of it once, as TERM.
    detached: true,
    // The channel carries nothing: its end tells the service that we are gone, even after a kill -9.
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
