import { fork } from 'node:child_process';
import { once } from 'node:events';

/** What a command did and what it took. */
export interface CommandRun {
  /** Its `--json` document. */
  document: Record<string, unknown>;
  seconds: number;
  peakBytes: number;
}

const COMMAND_LINE = new URL('../../services/kb-service/src/cli/main.ts', import.meta.url);
const PRELOAD = new URL('./report-peak.mjs', import.meta.url);

/** Runs a command of `kb` in a process of its own, as a person would. */
export async function runKnowledgeBaseCommand(databaseUrl: string, ...words: string[]): Promise<CommandRun> {
  const started = performance.now();
  const child = fork(COMMAND_LINE, [...words, '--json'], {
    // As the root's script `kb` runs it.
    execArgv: ['--max-semi-space-size=4', '--conditions=source', '--import', PRELOAD.href],
    env: { ...process.env, KB_DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const peak = once(child, 'message');
  const output = (await child.stdout?.toArray()) ?? [];
  const [exitCode] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  if (exitCode !== 0) throw new Error(`kb ${words.join(' ')} failed`);
  const seconds = (performance.now() - started) / 1_000;
  return {
    document: JSON.parse(Buffer.concat(output).toString()),
    seconds,
    peakBytes: (await peak)[0] as number,
  };
}
