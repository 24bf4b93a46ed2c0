import { type Command, InvalidArgumentError, Option } from 'commander';
import type { MetadataField } from '../model/forum.ts';
import { MAXIMUM_RULE, NAME_RULE, readFieldName, readMaximum } from '../posts/metadata.ts';
import { addMetadataField, removeMetadataField } from '../tenants/forum-settings.ts';
import { listMetadataFields } from '../tenants/metadata-fields.ts';
import { forumCommand } from './arguments.ts';
import { addListCommand, type ChangeOptions, runChange, withChangeOptions } from './record-commands.ts';

interface AddOptions extends ChangeOptions {
  type: MetadataField['type'];
  max: number;
}

/** `forum metadata` */
export function addMetadata(program: Command): void {
  const group = program.command('metadata');
  addAdd(group);
  addListCommand(group, {
    description: 'list the metadata fields of a forum',
    examples: ['forum metadata list example'],
    read: listMetadataFields,
    columns: {
      FIELD: ({ name }) => name,
      TYPE: ({ type }) => type,
      MAXIMUM: ({ maximum }) => maximum,
    },
    none: 'The forum has no metadata fields.',
    full: true,
  });
  addRemove(group);
}

function addAdd(group: Command): void {
  const command = forumCommand(group, 'add', 'add a metadata field')
    .argument('<field>', 'the name of the field in posts', parseFieldName)
    .addOption(
      new Option('--type <type>', 'the type of its values')
        .choices(['integer', 'text'])
        .makeOptionMandatory(),
    )
    .requiredOption('--max <number>', 'the greatest integer, or the greatest length of a text', parseMaximum);
  withChangeOptions(
    command,
    'forum metadata add example order_number --type integer --max 99999999',
    'forum metadata add example model --type text --max 50',
  ).action(add);
}

function parseFieldName(value: string): string {
  const name = readFieldName(value);
  if (name !== undefined) return name;
  throw new InvalidArgumentError(NAME_RULE);
}

function parseMaximum(value: string): number {
  const maximum = readMaximum(value);
  if (maximum !== undefined) return maximum;
  throw new InvalidArgumentError(MAXIMUM_RULE);
}

function add(slug: string, name: string, { type, max: maximum, ...options }: AddOptions): Promise<void> {
  return runChange(options, { slug }, async (database, change) => {
    await addMetadataField(database, change, { name, type, maximum });
    return { document: { slug, name, type, maximum }, text: `Added metadata field ${name} to ${slug}.` };
  });
}

function addRemove(group: Command): void {
  const description = 'remove a metadata field; values in existing posts stay';
  const command = forumCommand(group, 'remove', description).argument(
    '<field>',
    'the name of the field in posts',
  );
  withChangeOptions(command, 'forum metadata remove example model');
  command.action((slug: string, name: string, options: ChangeOptions) =>
    runChange(options, { slug }, async (database, change) => {
      await removeMetadataField(database, change, name);
      const text = `Removed metadata field ${name} from ${slug}.`;
      return { document: { slug, name, removed: true }, text };
    }),
  );
}
