import { createRunCommand } from '@guidepost/command-line';
import { MIGRATIONS } from '../schema.ts';

export const DATABASE = { name: 'forum', urlVariable: 'FORUM_DATABASE_URL', migrations: MIGRATIONS };

export const runCommand = createRunCommand(DATABASE, process.env);
