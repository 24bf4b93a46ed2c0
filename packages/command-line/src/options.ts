import { userInfo } from 'node:os';
import { parseLanguageTag } from '@guidepost/i18n/language-tag';
import { LONGEST_NAME, parseName as parseNameOrNot } from '@guidepost/service-kit';
import { type Command, InvalidArgumentError } from 'commander';

export interface OutputOptions {
  json?: boolean;
}

export interface EditorOptions {
  by?: string;
}

/** The tenant that a command is about. */
export interface TenantArgument {
  /** The name of the argument, and of the member in JSON documents: `host`. */
  argument: string;
  /** `the host name of the knowledge base` */
  description: string;
  parse: (value: string) => string;
  example: string;
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

/** A name in one line, with white space folded. */
export function parseName(value: string): string {
  if (/\p{Cc}/u.test(value.trim()))
    throw new InvalidArgumentError('It must not contain line breaks or control characters.');
  const name = parseNameOrNot(value);
  if (name !== undefined) return name;
  throw new InvalidArgumentError(`It must have 1 to ${LONGEST_NAME} characters.`);
}

/** A tag of BCP 47, in canonical case. */
export function parseLanguage(value: string): string {
  const language = parseLanguageTag(value);
  if (language) return language;
  throw new InvalidArgumentError('It must be a language tag such as en, sv or pt-BR.');
}
