import { createMigrate } from '@guidepost/command-line';
import { runCommand } from './run-command.ts';

export const addMigrate = createMigrate(runCommand);
