import { createRunCommand } from '@guidepost/command-line';
import { MIGRATIONS } from '../schema.ts';

export const DATABASE = { name: 'kb', urlVariable: 'KB_DATABASE_URL', migrations: MIGRATIONS };

/** Does a command's work on the database of knowledge bases, and prints its answer once everything is closed again. */
export const runCommand = createRunCommand(DATABASE, process.env);
