import { createProgress, examples, type OutputOptions, type Session } from '@guidepost/command-line';
import { feedWholeQueue, type SetAside } from '@guidepost/search';
import type { Command } from 'commander';
import { dialogFeed } from '../search/dialog-feed.ts';
import { queueDialogs } from '../search/queue-dialogs.ts';
import { parseSlug } from './arguments.ts';
import { runCommand } from './run-command.ts';

interface Reindexed {
  /** Dialogs looked at. */
  dialogs: number;
  set_aside: { id: number; reason: string }[];
}

const INTERRUPTED = 'what is not indexed yet stays in the queue, where a running service finds it.';

/** `forum reindex` */
export function addReindex(program: Command): void {
  program
    .command('reindex')
    .description('build the search index anew, of one forum or of all; search goes on meanwhile')
    .argument('[slug]', 'what the forum is called in addresses', parseSlug)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('forum reindex', 'forum reindex example'))
    .action((slug: string | undefined, options: OutputOptions) =>
      runCommand({ ...options, interrupted: INTERRUPTED }, async (session) => {
        const document = await reindex(session, slug);
        return { document, text: describe(document) };
      }),
    );
}

async function reindex({ database, signal }: Session, slug: string | undefined): Promise<Reindexed> {
  const dialogs = await queueDialogs(database, slug);
  const refused: SetAside[] = [];
  const progress = createProgress(process.stderr, dialogs, 'dialogs');
  const feed = { ...dialogFeed(database), onSetAside: (document: SetAside) => void refused.push(document) };
  await feedWholeQueue(feed, (changes) => {
    for (let done = 0; done < changes; done += 1) progress.advance();
    signal.throwIfAborted();
  }).finally(progress.clear);
  return { dialogs, set_aside: refused.map(({ documentId: id, reason }) => ({ id, reason })) };
}

function describe({ dialogs, set_aside }: Reindexed): string {
  const lines = set_aside.map(({ id, reason }) => `Dialog ${id} cannot be searched for: ${reason}`);
  return [`Indexed ${dialogs} dialogs.`, ...lines].join('\n');
}
