import { createProgress, examples, type OutputOptions, type Session } from '@guidepost/command-line';
import { feedWholeQueue, type SetAside } from '@guidepost/search';
import type { Command } from 'commander';
import { guideFeed } from '../search/guide-feed.ts';
import { queueGuides } from '../search/queue-guides.ts';
import { parseHost } from './arguments.ts';
import { runCommand } from './run-command.ts';

interface Reindexed {
  /** Guides looked at; those that clients may not see are taken out of the index. */
  guides: number;
  set_aside: { id: number; reason: string }[];
}

const INTERRUPTED = 'what is not indexed yet stays in the queue, where a running service finds it.';

/** `kb reindex` */
export function addReindex(program: Command): void {
  program
    .command('reindex')
    .description('build the search index anew, of one knowledge base or of all; search goes on meanwhile')
    .argument('[host]', 'the host name of the knowledge base', parseHost)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('kb reindex', 'kb reindex help.example.com'))
    .action((host: string | undefined, options: OutputOptions) =>
      runCommand({ ...options, interrupted: INTERRUPTED }, async (session) => {
        const document = await reindex(session, host);
        return { document, text: describe(document) };
      }),
    );
}

async function reindex({ database, signal }: Session, host: string | undefined): Promise<Reindexed> {
  const guides = await queueGuides(database, host);
  const refused: SetAside[] = [];
  const progress = createProgress(process.stderr, guides, 'guides');
  const feed = { ...guideFeed(database), onSetAside: (document: SetAside) => void refused.push(document) };
  await feedWholeQueue(feed, (changes) => {
    for (let done = 0; done < changes; done += 1) progress.advance();
    signal.throwIfAborted();
  }).finally(progress.clear);
  return { guides, set_aside: refused.map(({ documentId: id, reason }) => ({ id, reason })) };
}

function describe({ guides, set_aside }: Reindexed): string {
  const lines = set_aside.map(({ id, reason }) => `Guide ${id} cannot be searched for: ${reason}`);
  return [`Indexed ${guides} guides.`, ...lines].join('\n');
}
