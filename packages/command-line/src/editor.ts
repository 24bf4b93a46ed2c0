import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { parseName } from './arguments.ts';

/** Of commands whose changes are written down. */
export interface EditorOptions {
  by?: string;
}

/** Has a command take who uses it. */
export function withEditor(command: Command): Command {
  return command.option('--by <name>', 'who does it, for the audit; else the login name', parseName);
}

/** Who uses a command: whoever is named, else whoever is logged in. */
export function editorOf({ by }: EditorOptions): string {
  return by ?? loginName();
}

/** In containers there may be users that have no name. */
function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
