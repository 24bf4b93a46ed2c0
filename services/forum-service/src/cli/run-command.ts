import { createRunCommand, type EditorOptions, editorOf } from '@guidepost/command-line';
import type { Actor } from '../model/actor.ts';
import { MIGRATIONS } from '../schema.ts';

export const DATABASE = { name: 'forum', urlVariable: 'FORUM_DATABASE_URL', migrations: MIGRATIONS };

export const runCommand = createRunCommand(DATABASE, process.env);

/** Who runs a command: the command line may do everything. */
export function operatorOf(options: EditorOptions): Actor {
  return operatorNamed(editorOf(options));
}

export function operatorNamed(name: string): Actor {
  return { name, role: 'owner', door: 'cli' };
}
