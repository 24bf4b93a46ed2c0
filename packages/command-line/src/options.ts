import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { parseName } from './arguments.ts';

export interface OutputOptions {
  json?: boolean;
}

export interface EditorOptions {
  by?: string;
}

/** Adds `--json`, and examples at the end of the help. */
export function withOutput(command: Command, ...lines: string[]): Command {
  return command.option('--json', 'print one JSON document').addHelpText('after', examples(...lines));
}

export function withEditor(command: Command): Command {
  return command.option(
    '--by <name>',
    'the editor to record in the audit log (default: your login name)',
    parseName,
  );
}

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
