import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('logging-program.ts', import.meta.url));

/** Milliseconds; below Jest's timeout, whose error would not say what was missing. */
const TIMEOUT = 20_000;

export interface LoggingProcess {
  child: ChildProcessByStdio<null, Readable | null, Readable>;
  /** Sends requests one by one; resolves with the distinct statuses. */
  ask(path: string, times?: number): Promise<number[]>;
  /** Resolves when standard error contains these words; throws if the process ends first. */
  untilItComplains(words: string): Promise<void>;
  /** All of standard error after its first line, once the process has ended. */
  complaints(): Promise<string[]>;
}

/** @param log standard output; with `largest`, in 512-byte blocks, the process's files are limited in size */
export async function startLogging(
  log: number | 'pipe',
  { largest, words = [] }: { largest?: number | undefined; words?: string[] } = {},
): Promise<LoggingProcess> {
  const limit = largest === undefined ? '' : `ulimit -f ${largest} && `;
  const command = `${limit}exec "$0" --conditions=source "$@"`;
  const child = spawn('/bin/sh', ['-c', command, process.execPath, PROGRAM, ...words], {
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
  failed.catch(() => {}); // reported by `untilItComplains`
  const untilItComplains = async (words: string) => {
    const late = AbortSignal.timeout(TIMEOUT);
    while (!complaint.includes(words)) {
      if (late.aborted) throw new Error(`Timed out waiting for ${words}: ${complaint}`);
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
