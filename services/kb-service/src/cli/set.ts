import {
  type EditorOptions,
  type OutputOptions,
  parseLanguage,
  parseName,
  withEditor,
  withOutput,
} from '@guidepost/command-line';
import { readLogo } from '@guidepost/files/images';
import { parseAccentColor } from '@guidepost/pages/accent-color';
import type { Database } from '@guidepost/postgres';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import type { Actor } from '../model/actor.ts';
import { setProperties } from '../tenants/administration.ts';
import { setLogo } from '../tenants/logo.ts';
import type { Properties } from '../tenants/overviews.ts';
import { operatorOf } from './actor.ts';
import { ACCESS_NOTE, hostCommand, parseAccess } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** Changes a knowledge base; returns whether anything changed, and the new values. */
type Change = (database: Database, actor: Actor, host: string) => Promise<{ changed: boolean }>;

const PROPERTIES: Record<string, (value: string) => Change> = {
  name: (value) => changeTo({ name: parseName(value) }),
  organization: (value) => changeTo({ organization_name: parseName(value) }),
  language: (value) => changeTo({ language: parseLanguage(value) }),
  access: (value) => changeTo({ access: parseAccess(value) }),
  'accent-color': (value) => changeTo({ accent_color: parseAccent(value) }),
  logo: changeLogo,
};

function parseAccent(value: string): string {
  const color = parseAccentColor(value);
  if (color) return color;
  throw new InvalidArgumentError("It must be a colour such as '#0a7d5c' or '#abc'.");
}

export function addSet(program: Command): void {
  const command = hostCommand(program, 'set')
    .addArgument(new Argument('<property>', 'the property').choices(Object.keys(PROPERTIES)))
    .argument('<value>', 'the new value; for logo: a PNG, JPEG, GIF, WebP or AVIF file up to 1 MB, or none');
  withOutput(
    withEditor(command),
    'kb set help.example.com access public',
    'kb set help.example.com name "Example Help"',
    "kb set help.example.com accent-color '#0a7d5c'",
    'kb set help.example.com logo logo.png',
  )
    .addHelpText('after', ACCESS_NOTE)
    .action((host: string, property: string, value: string, options: OutputOptions & EditorOptions) => {
      const change = readChange(command, property, value);
      return runCommand(options, async ({ database }) => {
        const outcome = await change(database, operatorOf(options), host);
        const text = outcome.changed ? `Changed ${host}.` : `${host} already has this ${property}.`;
        return { document: { host, ...outcome }, text };
      });
    });
}

function changeTo(properties: Partial<Properties>): Change {
  return async (database, actor, host) => ({
    changed: await setProperties(database, actor, { host, ...properties }),
    ...properties,
  });
}

function changeLogo(value: string): Change {
  return async (database, actor, host) =>
    setLogo(database, actor, { host, logo: value === 'none' ? null : await readLogo(value) });
}

/** Commander parses each argument by itself, but this value depends on the property. */
function readChange(command: Command, property: string, value: string): Change {
  try {
    return PROPERTIES[property]?.(value) ?? changeTo({});
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return command.error(`error: value '${value}' is invalid for ${property}. ${error.message}`);
  }
}
