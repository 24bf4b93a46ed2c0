import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./holder-program.ts', import.meta.url));

export interface HolderProcess {
  processId: number;
  /** Sends SIGKILL, so that it cannot clean up. */
  kill(): Promise<void>;
}

export async function spawnHolder(program: string, directory: string): Promise<HolderProcess> {
  const child = fork(PROGRAM, [program, directory], { execArgv: ['--conditions=source'] });
  const exit = once(child, 'exit');
  const ended = exit.then(([code]) => {
    throw new Error(`The holder ended with code ${code}`);
  });
  const [processId] = await Promise.race([once(child, 'message'), ended]);
  return {
    processId,
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
