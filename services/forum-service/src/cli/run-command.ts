import { createRunCommand } from '@guidepost/command-line';
import { MIGRATIONS } from '../schema.ts';

export const DATABASE = { name: 'forum', urlVariable: 'FORUM_DATABASE_URL', migrations: MIGRATIONS };

/** Does a command's work on the database of forums, and prints its answer once everything is closed again. */
export const runCommand = createRunCommand(DATABASE, process.env);
