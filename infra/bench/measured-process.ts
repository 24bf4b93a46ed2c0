import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface Usage {
  cpuMicroseconds: number;
  residentBytes: number;
}

/** A server in a process of its own whose use of CPU and memory can be asked for. */
export interface MeasuredProcess {
  address: string;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

const PRELOAD = new URL('./report-usage.mjs', import.meta.url);
const ATTEMPTS = 500;

/** Starts a script and waits until `address` answers. */
export async function startMeasured(
  script: URL,
  { address, environment }: { address: string; environment: Record<string, string> },
): Promise<MeasuredProcess> {
  const child = fork(script, {
    // What is built runs without the condition that leads imports to sources.
    execArgv: [...(script.pathname.endsWith('.ts') ? ['--conditions=source'] : []), '--import', PRELOAD.href],
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await answering(child, address);
  return {
    address,
    async usage() {
      const answer = once(child, 'message');
      child.send('usage');
      const [usage] = await answer;
      return usage as Usage;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function answering(child: ChildProcess, address: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (child.exitCode !== null) throw new Error(`the process behind ${address} ended`);
    const answered = await fetch(address).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`nothing answers at ${address}`);
}
