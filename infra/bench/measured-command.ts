import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** What a command did and what it took. */
export interface CommandRun {
  /** Its `--json` document. */
  document: Record<string, unknown>;
  seconds: number;
  peakBytes: number;
}

/** The command line of a service, and how it is told its database. */
interface CommandLine {
  name: string;
  main: URL;
  urlVariable: string;
}

const KNOWLEDGE_BASES: CommandLine = {
  name: 'kb',
  main: new URL('../../services/kb-service/src/cli/main.ts', import.meta.url),
  urlVariable: 'KB_DATABASE_URL',
};

const FORUMS: CommandLine = {
  name: 'forum',
  main: new URL('../../services/forum-service/src/cli/main.ts', import.meta.url),
  urlVariable: 'FORUM_DATABASE_URL',
};

const PRELOAD = new URL('./report-peak.mjs', import.meta.url);

/** Runs a command of `kb` in a process of its own, as a person would. */
export function runKnowledgeBaseCommand(databaseUrl: string, ...words: string[]): Promise<CommandRun> {
  return run(KNOWLEDGE_BASES, databaseUrl, words);
}

/** Runs a command of `forum` in a process of its own, as a person would. */
export function runForumCommand(databaseUrl: string, ...words: string[]): Promise<CommandRun> {
  return run(FORUMS, databaseUrl, words);
}

/** Starts a command of `forum` for whoever does not let it end. */
export function startForumCommand(databaseUrl: string, ...words: string[]): ChildProcess {
  return start(FORUMS, databaseUrl, words);
}

async function run(commandLine: CommandLine, databaseUrl: string, words: string[]): Promise<CommandRun> {
  const started = performance.now();
  const child = start(commandLine, databaseUrl, words);
  const peak = once(child, 'message');
  const output = (await child.stdout?.toArray()) ?? [];
  const [exitCode] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  if (exitCode !== 0) throw new Error(`${commandLine.name} ${words.join(' ')} failed`);
  const seconds = (performance.now() - started) / 1_000;
  return {
    document: JSON.parse(Buffer.concat(output).toString()),
    seconds,
    peakBytes: (await peak)[0] as number,
  };
}

function start({ main, urlVariable }: CommandLine, databaseUrl: string, words: string[]): ChildProcess {
  return fork(main, [...words, '--json'], {
    // As the root's scripts run it.
    execArgv: ['--max-semi-space-size=4', '--conditions=source', '--import', PRELOAD.href],
    env: { ...process.env, [urlVariable]: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
}
