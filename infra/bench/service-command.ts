import { fork } from 'node:child_process';
import { once } from 'node:events';

/** What a command did and what it took. */
export interface CommandRun {
  /** Its `--json` document. */
  document: Record<string, unknown>;
  seconds: number;
  peakBytes: number;
}

const PRELOAD = new URL('./report-peak.mjs', import.meta.url);

/** Runs a command of `kb` in a process of its own, as a person would. */
export function runKnowledgeBaseCommand(databaseUrl: string, ...words: string[]): Promise<CommandRun> {
  return runCommand('kb-service', { KB_DATABASE_URL: databaseUrl }, words);
}

/** The same of `forum`. */
export function runForumCommand(databaseUrl: string, ...words: string[]): Promise<CommandRun> {
  return runCommand('forum-service', { FORUM_DATABASE_URL: databaseUrl }, words);
}

async function runCommand(
  service: string,
  environment: Record<string, string>,
  words: readonly string[],
): Promise<CommandRun> {
  const started = performance.now();
  const script = new URL(`../../services/${service}/src/cli/main.ts`, import.meta.url);
  const child = fork(script, [...words, '--json'], {
    // As the root's scripts run them.
    execArgv: ['--max-semi-space-size=4', '--conditions=source', '--import', PRELOAD.href],
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const peak = once(child, 'message');
  const output = (await child.stdout?.toArray()) ?? [];
  const [exitCode] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  if (exitCode !== 0) throw new Error(`${words.join(' ')} failed`);
  const seconds = (performance.now() - started) / 1_000;
  return {
    document: JSON.parse(Buffer.concat(output).toString()),
    seconds,
    peakBytes: (await peak)[0] as number,
  };
}
