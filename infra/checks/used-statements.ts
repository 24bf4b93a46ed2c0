import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registeredStatements } from '@guidepost/postgres';
import { loadStatements } from './statements.ts';

/** The variable that names the folder in which each process of a test run notes the statements that it has used. */
export const USED_STATEMENTS = 'GUIDEPOST_USED_STATEMENTS';

/** Notes what the tests of a file have used, in the run that asks for it. */
export function noteUsedStatements(): void {
  const folder = process.env[USED_STATEMENTS];
  if (!folder) return;
  const names = registeredStatements().flatMap(({ name, isUsed }) => (isUsed ? [name] : []));
  appendFileSync(join(folder, String(process.pid)), `${names.join('\n')}\n`);
}

/** The texts of the statements that no process has noted. */
export async function statementsThatNoTestUsed(folder: string): Promise<string[]> {
  const used = new Set(
    readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')),
  );
  const statements = await loadStatements();
  return statements.flatMap(({ name, text }) => (used.has(name) ? [] : [text]));
}
