import { examples, type OutputOptions, parseAccent, parseLanguage, parseName } from '@guidepost/command-line';
import type { Database } from '@guidepost/postgres';
import { type Command, InvalidArgumentError } from 'commander';
import { readLogo, setLogo } from '../appearance/logo.ts';
import { type Properties, setProperties } from '../knowledge-bases/administration.ts';
import { ACCESS_NOTE, parseAccess, parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** Changes a knowledge base, and tells whether anything is different now and what was set. */
type Change = (database: Database, host: string) => Promise<{ changed: boolean }>;

/** What a value does, by the name of the property that is typed. */
const PROPERTIES: Record<string, (value: string) => Change> = {
  name: (value) => changeTo({ name: parseName(value) }),
  organization: (value) => changeTo({ organization_name: parseName(value) }),
  language: (value) => changeTo({ language: parseLanguage(value) }),
  access: (value) => changeTo({ access: parseAccess(value) }),
  'accent-color': (value) => changeTo({ accent_color: parseAccent(value) }),
  logo: changeLogo,
};

/** `kb set` */
export function addSet(program: Command): void {
  const command = program
    .command('set')
    .description('change a property of a knowledge base')
    .argument('<host>', 'its host name', parseHost)
    .argument('<property>', Object.keys(PROPERTIES).join(', '), parseProperty)
    .argument(
      '<value>',
      'what it shall be; of a logo its file (PNG, JPEG, GIF, WebP or AVIF up to 1 MB), or none',
    )
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      ACCESS_NOTE +
        examples(
          'kb set help.example.com access public',
          'kb set help.example.com name "Example Help"',
          "kb set help.example.com accent-color '#0a7d5c'",
          'kb set help.example.com logo logo.png',
        ),
    );
  command.action((host: string, property: string, value: string, options: OutputOptions) =>
    set(host, readChange(command, property, value), options),
  );
}

function parseProperty(value: string): string {
  if (Object.hasOwn(PROPERTIES, value)) return value;
  throw new InvalidArgumentError(`It must be one of ${Object.keys(PROPERTIES).join(', ')}.`);
}

function changeTo(properties: Partial<Properties>): Change {
  return async (database, host) => ({
    changed: await setProperties(database, host, properties),
    ...properties,
  });
}

function changeLogo(value: string): Change {
  return async (database, host) => setLogo(database, host, value === 'none' ? null : await readLogo(value));
}

/** What a value may be depends on the property, which commander knows only here. */
function readChange(command: Command, property: string, value: string): Change {
  try {
    return PROPERTIES[property]?.(value) ?? changeTo({});
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return command.error(`error: value '${value}' is invalid for ${property}. ${error.message}`);
  }
}

function set(host: string, change: Change, options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const outcome = await change(database, host);
    const text = outcome.changed ? `Changed ${host}.` : `${host} was like that already.`;
    return { document: { host, ...outcome }, text };
  });
}
