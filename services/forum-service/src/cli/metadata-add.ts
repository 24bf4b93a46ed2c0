import { editorOf, examples, withEditor } from '@guidepost/command-line';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { recordChange } from '../audit/record-change.ts';
import { addMetadataField } from '../forums/metadata-fields.ts';
import { isMetadataName } from '../forums/metadata-name.ts';
import type { MetadataField } from '../model/forum.ts';
import { parseSlug } from './arguments.ts';
import type { ChangeOptions } from './moderating.ts';
import { runCommand } from './run-command.ts';

interface AddOptions extends ChangeOptions {
  type: MetadataField['type'];
  max: number;
}

/** `forum metadata add` */
export function addMetadataAdd(metadata: Command): void {
  const command = metadata
    .command('add')
    .description('have a forum ask for something more')
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .argument('<field>', 'what it is called in posts', parseFieldName)
    .addOption(new Option('--type <type>', 'what it is').choices(['integer', 'text']).makeOptionMandatory())
    .requiredOption('--max <number>', 'the greatest value, or the greatest length', parseMaximum);
  withEditor(command)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples(
        'forum metadata add example order_number --type integer --max 99999999',
        'forum metadata add example model --type text --max 50',
      ),
    )
    .action(add);
}

function parseFieldName(value: string): string {
  if (isMetadataName(value)) return value;
  throw new InvalidArgumentError(
    'It must be a word of letters a-z, digits and "_", up to 63 of them, that is no field of every post.',
  );
}

function parseMaximum(value: string): number {
  const maximum = Number(value);
  if (/^\d+$/.test(value) && maximum >= 1 && Number.isSafeInteger(maximum)) return maximum;
  throw new InvalidArgumentError('It must be a whole number from 1 on.');
}

function add(slug: string, name: string, { type, max: maximum, ...options }: AddOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const change = { slug, by: editorOf(options), action: 'metadata add' };
    await recordChange(database, change, async (transaction) => ({
      events: [{ details: { name, type, maximum } }],
      result: await addMetadataField(transaction, slug, { name, type, maximum }),
    }));
    return { document: { slug, name, type, maximum }, text: `${slug} takes ${name} now.` };
  });
}
