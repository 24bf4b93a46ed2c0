import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

interface Started {
  adopted: boolean;
  processId: number;
}

export interface HolderProcess {
  started: Promise<Started>;
  release(): Promise<string>;
  /** Leaves it alone, so that only the cluster could keep it running; resolves with its exit code. */
  forget(): Promise<number | null>;
  /** Sends SIGKILL, so that it cannot clean up. */
  kill(): Promise<void>;
}

export function spawnHolder(directory: string, environment: NodeJS.ProcessEnv = {}): HolderProcess {
  const program = fileURLToPath(new URL('./holder-program.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=source', program, directory], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  return {
    started: nextMessage(child) as Promise<Started>,
    release: async () => {
      const released = nextMessage(child) as Promise<string>;
      child.send('release');
      return released;
    },
    forget: async () => {
      child.disconnect();
      return (await exit)[0];
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const message = once(child, 'message').then(([value]) => value);
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`The holder ended with code ${code}`);
  });
  return Promise.race([message, exit]);
}
