import { fromDatabaseError } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { Command, CommanderError } from 'commander';
import { addCreate } from './create.ts';
import { addDelete } from './delete.ts';
import { addExport } from './export.ts';
import { addGuide } from './guide.ts';
import { addImport } from './import.ts';
import { addKey } from './key.ts';
import { addList } from './list.ts';
import { addMigrate } from './migrate.ts';
import { addPublish, addUnpublish } from './publish.ts';
import { addReindex } from './reindex.ts';
import { addRename } from './rename.ts';
import { addSearch } from './search.ts';
import { addSet } from './set.ts';
import { addShow } from './show.ts';

const DONE = 0;
const FAILED = 1;
const BAD_USAGE = 2;

/** SQLSTATE classes in which the server says what is wrong with who connects or with their rights. */
const REFUSED = /^(?:28|42501)/;

/**
 * Runs one command.
 *
 * @param words what was typed after `kb`
 * @returns the exit code: 0 done, 1 failed, 2 bad usage
 */
export async function runCommandLine(words: string[]): Promise<number> {
  try {
    await createProgram().parseAsync(words, { from: 'user' });
    return DONE;
  } catch (error) {
    // commander has said it already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : BAD_USAGE;
    process.stderr.write(`${describeError(error)}\n`);
    return FAILED;
  }
}

/** `kb` with all its commands. */
export function createProgram(): Command {
  const program = new Command('kb')
    .description('Administers the knowledge bases of Guidepost.')
    .helpCommand('help [command]', 'explain a command')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  for (const add of [addCreate, addList, addShow, addSet, addImport, addExport, addPublish, addUnpublish])
    add(program);
  addRename(program);
  addGuide(program);
  addReindex(program);
  addSearch(program);
  addKey(program);
  addDelete(program);
  addMigrate(program);
  return program.addHelpText(
    'after',
    `
The database is the one that KB_DATABASE_URL names, else the embedded one in DATA_DIR (.data).
Exit codes: 0 done, 1 failed, 2 bad usage.`,
  );
}

/** Our own errors are written for the person at the terminal; anything else is a defect and shows its stack. */
function describeError(thrown: unknown): string {
  const error = fromDatabaseError(thrown);
  if (error instanceof AppError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (REFUSED.test(code)) return `The database refuses: ${error.message}`;
  return error.stack ?? error.message;
}
