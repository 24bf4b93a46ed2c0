import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { EmbeddingModel } from './find-model.ts';

export interface ServedModel {
  url: string;
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./serve.py', import.meta.url));

/** Serves a model at a free port. */
export async function serveModel({ python, name }: EmbeddingModel): Promise<ServedModel> {
  const child = spawn(python, [PROGRAM, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, OPENBLAS_NUM_THREADS: '1' },
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('http://'))
      return {
        url: line,
        async stop() {
          child.kill();
          await ended;
        },
      };
  }
  throw new Error(`${python} does not serve ${name}.`);
}
