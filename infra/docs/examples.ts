import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '@guidepost/local-servers/testing';
import { ROOT } from '../local/settings.ts';

const execute = promisify(execFile);

const HEADLESS = `--headless --no-sandbox --disable-gpu --disable-background-networking --disable-component-update
  --disable-sync --no-first-run --virtual-time-budget=10000 --user-data-dir=browser --dump-dom`;

const CHECK_CONFIG = `'${process.execPath}' --conditions=source '${ROOT}services/kb-service/src/main.ts' --check-config`;

/** Commands to run a file, by language of its code block; for environments, the service's --check-config. */
const RUNNERS: Record<string, (file: string) => [program: string, ...words: string[]]> = {
  sh: (file) => ['bash', '-euo', 'pipefail', file],
  js: (file) => [process.execPath, file],
  ts: (file) => [process.execPath, file],
  python: (file) => ['python3', file],
  html: (file) => [findChromium() ?? 'chromium', ...HEADLESS.split(/\s+/), file],
  dotenv: (file) => ['bash', '-c', `set -a; . '${file}'; ${CHECK_CONFIG}`],
};

/** Endings of languages that Node.js would read as something else. */
const MODULES: Record<string, string> = { js: 'mjs', ts: 'mts' };

export interface Example {
  language: string;
  code: string;
  line: number;
  /** Its output according to the page, if given. */
  output?: string | undefined;
}

const FENCED = /^```(\w+)\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm;

/** Runnable code blocks of a Markdown text, each with the `text` block that follows it. */
export function findExamples(markdown: string): Example[] {
  return [...markdown.matchAll(FENCED)].flatMap(({ index, 1: language = '', 2: code = '', 3: output }) =>
    language in RUNNERS
      ? [{ language, code, output, line: markdown.slice(0, index).split('\n').length }]
      : [],
  );
}

/** Runs an example in a folder; resolves with its output and one final line feed. */
export async function runExample(
  { language, code }: Example,
  folder: string,
  environment: Record<string, string> = {},
): Promise<string> {
  const file = join(folder, `example.${MODULES[language] ?? language}`);
  await writeFile(file, code);
  const [program, ...words] = commandOf(language, file);
  const { PATH, NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...environment };
  const { stdout } = await execute(program, words, { cwd: folder, env });
  return `${stdout.trimEnd()}\n`;
}

export function canRun(language: string): Promise<boolean> {
  const [program] = commandOf(language, '');
  return execute(program, ['--version']).then(
    () => true,
    () => false,
  );
}

function commandOf(language: string, file: string): [string, ...string[]] {
  const runner = RUNNERS[language];
  if (!runner) throw new Error(`There is no runner for ${language}.`);
  return runner(file);
}

/** Matches an expected output: `…` stands for any text, alone on a line for any lines. */
export function outputPattern(said: string): RegExp {
  const patterns = said
    .trimEnd()
    .split('\n')
    .map((line) =>
      line === '…' ? '(?:[\\s\\S]*\n)?' : `${line.split('…').map(escaped).join('[\\s\\S]*')}\n`,
    );
  return new RegExp(`^${patterns.join('')}$`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const WORD = /'([^']*)'|"([^"]*)"|#.*$|([^\s'"#]+)/g;

export function shellWords(line: string): string[] {
  return [...line.matchAll(WORD)].flatMap(([whole, single, double, plain]) =>
    whole.startsWith('#') ? [] : [single ?? double ?? plain ?? ''],
  );
}

/** The commands of a shell script, with continued lines joined. */
export function shellCommands(script: string): string[] {
  return script
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line.trim() !== '');
}
