import { AppError } from '@guidepost/service-kit';
import { runProgram } from './run-program.ts';

const COMMAND_LINE = 'services/kb-service/src/cli/main.ts';
const HOST = 'help.example.com';
const CONTENT = `services/kb-service/demo/${HOST}`;

/** Brings the schema up to date and, when there is no knowledge base yet, makes one to look at. */
export async function loadDemoContent(databaseUrl: string, stop: AbortSignal): Promise<void> {
  const kb = (...commandArguments: string[]) =>
    runProgram(COMMAND_LINE, commandArguments, { environment: { KB_DATABASE_URL: databaseUrl }, stop });
  await kb('migrate');
  if (hasEntries(await kb('list', '--json'))) return;
  await kb(
    'create',
    HOST,
    '--name',
    'Example Help',
    '--organization',
    'Example',
    '--language',
    'en',
    '--access',
    'public',
  );
  await kb('import', HOST, CONTENT);
}

function hasEntries(json: string): boolean {
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list))
    throw new AppError('internal', `kb list --json answered with no list: ${json.slice(0, 200)}`);
  return list.length > 0;
}
