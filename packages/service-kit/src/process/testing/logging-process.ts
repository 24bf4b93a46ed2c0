import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('logging-program.ts', import.meta.url));

/** Milliseconds; less than Jest gives a test, whose own error does not say what was missing. */
const TIMEOUT = 20_000;

/** A process that runs `logging-program.ts`. */
export interface LoggingProcess {
  child: ChildProcessByStdio<null, Readable | null, Readable>;
  /** Asks this often, one request after the other; resolves with the answers' statuses, each once. */
  ask(path: string, times?: number): Promise<number[]>;
  /** Resolves when standard error holds these words; throws when the process ends without. */
  untilItComplains(words: string): Promise<void>;
  /** All of standard error after the line that tells the port, when the process has ended. */
  complaints(): Promise<string[]>;
}

/** @param log what standard output is; with `largest`, in blocks of 512 bytes, no file of the process gets larger */
export async function startLogging(log: number | 'pipe', largest?: number): Promise<LoggingProcess> {
  const limit = largest === undefined ? '' : `ulimit -f ${largest} && `;
  const command = `${limit}exec "$0" --conditions=source "$1"`;
  const child = spawn('/bin/sh', ['-c', command, process.execPath, PROGRAM], {
    stdio: ['ignore', log, 'pipe'],
  }) as LoggingProcess['child'];
  const ended = once(child, 'close');
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const failed = ended.then(([code, signal]) => {
    throw new Error(`It ended (${signal ?? code}): ${complaint}`);
  });
  failed.catch(() => {}); // heard of by those who wait for words
  const untilItComplains = async (words: string) => {
    const late = AbortSignal.timeout(TIMEOUT);
    while (!complaint.includes(words)) {
      if (late.aborted) throw new Error(`Waited in vain until it says ${words}: ${complaint}`);
      await Promise.race([once(child.stderr, 'data'), once(late, 'abort'), failed]);
    }
  };
  await untilItComplains('\n');
  const [, port] = /^port (\d+)\n/.exec(complaint) ?? [];
  return {
    child,
    untilItComplains,
    ask: async (path, times = 1) => {
      const statuses = new Set<number>();
      for (let count = 0; count < times; count += 1) {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`);
        await answer.text();
        statuses.add(answer.status);
      }
      return [...statuses];
    },
    complaints: async () => {
      await ended;
      return complaint.trim().split('\n').slice(1);
    },
  };
}
