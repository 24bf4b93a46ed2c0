import { examples, formatTable, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type Block, listBlocks } from '../people/blocks.ts';
import { parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';
import { minuteOf } from './selecting.ts';

const HEADING = ['ID', 'SINCE (UTC)', 'WHO'];

/** `forum block list` */
export function addBlockList(block: Command): void {
  block
    .command('list')
    .description('list who may not post')
    .argument('<slug>', 'what the forum is called in addresses', parseSlug)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum block list example'))
    .action((slug: string, options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        const blocks = await listBlocks(database, slug);
        return { document: blocks, text: blocks.length === 0 ? 'Nobody is blocked.' : describe(blocks) };
      }),
    );
}

function describe(blocks: Block[]): string {
  const rows = blocks.map(({ id, email, address, blocked_at }) => [
    String(id),
    minuteOf(blocked_at),
    email ?? address ?? '',
  ]);
  return formatTable([HEADING, ...rows], process.stdout.columns);
}
