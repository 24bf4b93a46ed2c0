import { AppError } from '@guidepost/service-kit';
import { runProgram } from './run-program.ts';

/** How a service gets something to look at. */
export interface DemoPrograms {
  /** Has the commands `migrate` and `list`. */
  commandLine: string;
  /** Names the database to all of them. */
  urlVariable: string;
  /** Does what a dozen commands would do, in the time of one. */
  making: string;
}

/** Brings the schema up to date and, when there is nothing in the database yet, makes something to look at. */
export async function loadDemo(
  { commandLine, urlVariable, making }: DemoPrograms,
  { databaseUrl, stop }: { databaseUrl: string; stop: AbortSignal },
): Promise<void> {
  const options = { environment: { [urlVariable]: databaseUrl }, stop };
  await runProgram(commandLine, ['migrate'], options);
  if (hasEntries(await runProgram(commandLine, ['list', '--json'], options))) return;
  await runProgram(making, [], options);
}

function hasEntries(json: string): boolean {
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list))
    throw new AppError('internal', `list --json answered with no list: ${json.slice(0, 200)}`);
  return list.length > 0;
}
