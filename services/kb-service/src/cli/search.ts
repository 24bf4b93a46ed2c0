import { examples, formatTable, type OutputOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type GuideSearchStatus, guideSearchStatus } from '../search/guide-search-status.ts';
import { parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

/** `kb search status` */
export function addSearch(program: Command): void {
  program
    .command('search')
    .description('see to search')
    .command('status')
    .description('show what can be found, what waits to be indexed and what the index does not take')
    .argument('[host]', 'the host name of a knowledge base', parseHost)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('kb search status', 'kb search status help.example.com'))
    .action((host: string | undefined, options: OutputOptions) =>
      runCommand(options, async ({ database }) => {
        const document = await guideSearchStatus(database, host);
        return { document, text: describe(document) };
      }),
    );
}

function describe(status: GuideSearchStatus[]): string {
  if (status.length === 0) return 'There are no knowledge bases yet.';
  const rows = status.map(({ host, documents, waiting, oldest, set_aside }) => [
    host,
    String(documents),
    waiting === 0 ? '0' : `${waiting}, for ${Math.round(oldest ?? 0)} s`,
    String(set_aside.length),
  ]);
  const reasons = status.flatMap(({ host, set_aside }) =>
    set_aside.map(({ slug, reason }) => `${host} ${slug}: ${reason}`),
  );
  return [formatTable([['Host', 'Found', 'Waiting', 'Set aside'], ...rows]), ...reasons].join('\n');
}
