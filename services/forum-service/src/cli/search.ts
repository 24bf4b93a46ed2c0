import { examples, formatTable, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type DialogSearchStatus, dialogSearchStatus } from '../search/dialog-search-status.ts';
import { parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `forum search status` */
export function addSearch(program: Command): void {
  program
    .command('search')
    .description('see to search')
    .command('status')
    .description('show what can be found, what waits to be indexed and what the index does not take')
    .argument('[slug]', 'what a forum is called in addresses', parseSlug)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum search status', 'forum search status example'))
    .action((slug: string | undefined, options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        const document = await dialogSearchStatus(database, slug);
        return { document, text: describe(document) };
      }),
    );
}

function describe(status: DialogSearchStatus[]): string {
  if (status.length === 0) return 'There are no forums yet.';
  const rows = status.map(({ slug, documents, waiting, oldest, set_aside }) => [
    slug,
    String(documents),
    waiting === 0 ? '0' : `${waiting}, for ${Math.round(oldest ?? 0)} s`,
    String(set_aside.length),
  ]);
  const reasons = status.flatMap(({ slug, set_aside }) =>
    set_aside.map(({ id, reason }) => `${slug} ${id}: ${reason}`),
  );
  return [formatTable([['SLUG', 'FOUND', 'WAITING', 'SET ASIDE'], ...rows]), ...reasons].join('\n');
}
