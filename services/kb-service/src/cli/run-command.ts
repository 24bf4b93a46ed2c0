import { createRunCommand, type EditorOptions, editorOf } from '@guidepost/command-line';
import type { Actor } from '../model/permissions.ts';
import { MIGRATIONS } from '../schema.ts';

const DATABASE = { name: 'kb', urlVariable: 'KB_DATABASE_URL', migrations: MIGRATIONS };

export const runCommand = createRunCommand(DATABASE, process.env);

/** The person who runs a command. The command line may do all. */
export function operatorOf(options: EditorOptions): Actor {
  return operatorNamed(editorOf(options));
}

export function operatorNamed(name: string): Actor {
  return { name, role: 'owner', door: 'cli' };
}
