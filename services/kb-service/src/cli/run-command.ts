import { createRunCommand } from '@guidepost/command-line';
import { MIGRATIONS } from '../schema.ts';

const DATABASE = { name: 'kb', urlVariable: 'KB_DATABASE_URL', migrations: MIGRATIONS };

export const runCommand = createRunCommand(DATABASE, process.env);
