import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./holder-program.ts', import.meta.url));

/** Another process that has started a Meilisearch. */
export interface HolderProcess {
  /** Of the Meilisearch. */
  processId: number;
  /** kill -9: it gets no chance to stop anything. */
  kill(): Promise<void>;
}

/** Starts Meilisearch on `directory` from a process of its own. */
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
