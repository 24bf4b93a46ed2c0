import { AppError } from '@guidepost/service-kit';
import { runProgram } from './programs.ts';

export interface DemoKnowledgeBase {
  host: string;
  name: string;
  organization: string;
  language: string;
  accentColor: string;
  logo: string;
  /** The slug of its forum. */
  forum?: string;
  votes: Readonly<Record<string, { up: number; down: number }>>;
}

/** The first one is used in the README's requests. */
export const KNOWLEDGE_BASES: readonly DemoKnowledgeBase[] = [
  {
    host: 'help.example.com',
    name: 'Guidepost Help',
    organization: 'Guidepost',
    language: 'en',
    accentColor: '#1d5fae',
    logo: 'images/guidepost@2x.webp',
    votes: {
      'getting-started-install-and-start': { up: 41, down: 2 },
      'publishing-import-a-folder': { up: 33, down: 3 },
      'writing-guides-markdown-reference': { up: 28, down: 1 },
      'running-guidepost-behind-a-reverse-proxy': { up: 19, down: 2 },
      'for-developers-read-guides-over-the-api': { up: 16, down: 1 },
      'running-guidepost-troubleshooting': { up: 12, down: 9 },
    },
  },
  {
    host: 'hjalp.example.com',
    name: 'Norrhjul Hjälp',
    organization: 'Norrhjul',
    language: 'sv',
    accentColor: '#1f7a63',
    logo: 'bilder/norrhjul.png',
    forum: 'demo-sv',
    votes: {
      'laga-punktering': { up: 52, down: 3 },
      dacktryck: { up: 37, down: 2 },
      'montera-cykeln': { up: 44, down: 6 },
      'spara-ditt-paket': { up: 29, down: 4 },
      batteriet: { up: 23, down: 2 },
      'dina-personuppgifter': { up: 5, down: 7 },
    },
  },
];

export function demoFolder(host: string): string {
  return `services/kb-service/demo/${host}`;
}

export function loadDemoContent(databaseUrl: string, stop: AbortSignal): Promise<void> {
  return loadDemo(
    {
      commandLine: 'services/kb-service/src/cli/main.ts',
      urlVariable: 'KB_DATABASE_URL',
      making: 'infra/local/make-demo.ts',
    },
    { databaseUrl, stop },
  );
}

interface DemoPrograms {
  commandLine: string;
  urlVariable: string;
  /** A program that replaces a dozen commands, to save time. */
  making: string;
}

/** Creates demo content if the database is empty; like every command, `list` migrates it first. */
export async function loadDemo(
  { commandLine, urlVariable, making }: DemoPrograms,
  { databaseUrl, stop }: { databaseUrl: string; stop: AbortSignal },
): Promise<void> {
  const options = { environment: { [urlVariable]: databaseUrl }, stop };
  if (hasEntries(await runProgram(commandLine, ['list', '--json'], options))) return;
  await runProgram(making, [], options);
}

function hasEntries(json: string): boolean {
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list))
    throw new AppError('internal', `list --json did not print a list: ${json.slice(0, 200)}`);
  return list.length > 0;
}
