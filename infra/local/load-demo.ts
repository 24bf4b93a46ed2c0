import { AppError } from '@guidepost/service-kit';
import { runProgram } from './run-program.ts';

export interface DemoPrograms {
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
