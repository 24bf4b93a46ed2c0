import { AppError } from '@guidepost/service-kit';
import { runProgram } from './run-program.ts';

const COMMAND_LINE = 'services/kb-service/src/cli/main.ts';

/** What eight commands would do, in the time of one. */
const MAKING = 'infra/local/make-demo.ts';

/** A knowledge base to look at. */
export interface DemoKnowledgeBase {
  host: string;
  name: string;
  organization: string;
  language: string;
  accentColor: string;
  /** In the folder of its guides. */
  logo: string;
}

/** The first is what the README's requests ask. */
export const KNOWLEDGE_BASES: readonly DemoKnowledgeBase[] = [
  {
    host: 'help.example.com',
    name: 'Guidepost Help',
    organization: 'Guidepost',
    language: 'en',
    accentColor: '#1d5fae',
    logo: 'images/guidepost@2x.webp',
  },
  {
    host: 'hjalp.example.com',
    name: 'Norrhjul Hjälp',
    organization: 'Norrhjul',
    language: 'sv',
    accentColor: '#1f7a63',
    logo: 'bilder/norrhjul.png',
  },
];

/** Where the guides of such a knowledge base are, from the repository's folder. */
export function demoFolder(host: string): string {
  return `services/kb-service/demo/${host}`;
}

/** Brings the schema up to date and, when there is no knowledge base yet, makes those to look at. */
export async function loadDemoContent(databaseUrl: string, stop: AbortSignal): Promise<void> {
  const options = { environment: { KB_DATABASE_URL: databaseUrl }, stop };
  await runProgram(COMMAND_LINE, ['migrate'], options);
  if (hasEntries(await runProgram(COMMAND_LINE, ['list', '--json'], options))) return;
  await runProgram(MAKING, [], options);
}

function hasEntries(json: string): boolean {
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list))
    throw new AppError('internal', `kb list --json answered with no list: ${json.slice(0, 200)}`);
  return list.length > 0;
}
