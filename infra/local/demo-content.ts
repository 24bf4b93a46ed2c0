import { AppError } from '@guidepost/service-kit';
import { runProgram } from './run-program.ts';

const COMMAND_LINE = 'services/kb-service/src/cli/main.ts';

/** The knowledge bases to look at; the first is what the README's requests ask. */
export const KNOWLEDGE_BASES = [
  { host: 'help.example.com', name: 'Guidepost Help', organization: 'Guidepost', language: 'en' },
  { host: 'hjalp.example.com', name: 'Norrhjul Hjälp', organization: 'Norrhjul', language: 'sv' },
];

/** Where the guides of such a knowledge base are, from the repository's folder. */
export function demoFolder(host: string): string {
  return `services/kb-service/demo/${host}`;
}

/** Brings the schema up to date and, when there is no knowledge base yet, makes those to look at. */
export async function loadDemoContent(databaseUrl: string, stop: AbortSignal): Promise<void> {
  const kb = (...words: string[]) =>
    runProgram(COMMAND_LINE, words, { environment: { KB_DATABASE_URL: databaseUrl }, stop });
  await kb('migrate');
  if (hasEntries(await kb('list', '--json'))) return;
  for (const { host, ...properties } of KNOWLEDGE_BASES) {
    const options = Object.entries(properties).flatMap(([name, value]) => [`--${name}`, value]);
    await kb('create', host, ...options);
    await kb('import', host, demoFolder(host));
  }
}

function hasEntries(json: string): boolean {
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list))
    throw new AppError('internal', `kb list --json answered with no list: ${json.slice(0, 200)}`);
  return list.length > 0;
}
