import { examples, formatTable, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { listMetadataFields } from '../forums/metadata-fields.ts';
import type { MetadataField } from '../model/forum.ts';
import { parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';

const HEADING = ['FIELD', 'TYPE', 'MAXIMUM'];

/** `forum metadata list` */
export function addMetadataList(metadata: Command): void {
  metadata
    .command('list')
    .description('list what a forum asks for besides the usual')
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum metadata list example'))
    .action(list);
}

function list(slug: string, options: OutputOptions): Promise<void> {
  return runCommand(options, async ({ database }) => {
    const fields = await listMetadataFields(database, slug);
    return { document: fields, text: describe(fields, slug) };
  });
}

function describe(fields: MetadataField[], slug: string): string {
  if (fields.length === 0) return `${slug} asks for nothing but the usual.`;
  return formatTable([HEADING, ...fields.map(({ name, type, maximum }) => [name, type, String(maximum)])]);
}
