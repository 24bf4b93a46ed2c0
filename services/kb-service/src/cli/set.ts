import { type Command, InvalidArgumentError } from 'commander';
import { type Properties, setProperties } from '../knowledge-bases/administration.ts';
import { parseAccess, parseHost, parseLanguage, parseName } from './arguments.ts';
import { examples } from './examples.ts';
import { type OutputOptions, runCommand } from './run-command.ts';

/** By the name that is typed. */
const PROPERTIES: Record<string, (value: string) => Partial<Properties>> = {
  name: (value) => ({ name: parseName(value) }),
  organization: (value) => ({ organization_name: parseName(value) }),
  language: (value) => ({ language: parseLanguage(value) }),
  access: (value) => ({ access: parseAccess(value) }),
};

/** `kb set` */
export function addSet(program: Command): void {
  const command = program
    .command('set')
    .description('change a property of a knowledge base')
    .argument('<host>', 'its host name', parseHost)
    .argument('<property>', Object.keys(PROPERTIES).join(', '), parseProperty)
    .argument('<value>', 'what it shall be')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples('kb set help.example.com access public', 'kb set help.example.com name "Example Help"'),
    );
  command.action((host: string, property: string, value: string, options: OutputOptions) =>
    set(host, readProperty(command, property, value), options),
  );
}

function parseProperty(value: string): string {
  if (Object.hasOwn(PROPERTIES, value)) return value;
  throw new InvalidArgumentError(`It must be one of ${Object.keys(PROPERTIES).join(', ')}.`);
}

/** What a value may be depends on the property, which commander knows only here. */
function readProperty(command: Command, property: string, value: string): Partial<Properties> {
  try {
    return PROPERTIES[property]?.(value) ?? {};
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return command.error(`error: value '${value}' is invalid for ${property}. ${error.message}`);
  }
}

function set(host: string, properties: Partial<Properties>, options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const changed = await setProperties(database, host, properties);
    const text = changed ? `Changed ${host}.` : `${host} was like that already.`;
    return { document: { host, changed, ...properties }, text };
  });
}
