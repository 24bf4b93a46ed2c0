import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { parseName } from './arguments.ts';

/** Options of every command. */
export interface OutputOptions {
  /** Prints the document instead of the text. */
  json?: boolean;
}

/** Options of commands that are audited. */
export interface EditorOptions {
  by?: string;
}

/** Adds `--json`, and examples at the end of the help. */
export function withOutput(command: Command, ...lines: string[]): Command {
  return command.option('--json', 'print one JSON document').addHelpText('after', examples(...lines));
}

/** Adds `--by`. */
export function withEditor(command: Command): Command {
  return command.option(
    '--by <name>',
    'the editor to record in the audit log (default: your login name)',
    parseName,
  );
}

/** Text for the end of the help of a command. */
export function examples(...lines: string[]): string {
  return ['', 'Examples:', ...lines.map((line) => `  $ ${line}`)].join('\n');
}

/** The editor that was given, or the login name. */
export function editorOf({ by }: EditorOptions): string {
  return by ?? loginName();
}

/** Users in containers may have no name. */
function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
