import { feedWholeQueue, renewIndexes, type ServiceFeed, type SetAside } from '@guidepost/search';
import type { Command } from 'commander';
import { examples } from '../program.ts';
import { createProgress } from '../progress.ts';
import type { OutputOptions, Session } from '../run-command.ts';
import { feedEngineNow } from './feed-engine.ts';
import type { SearchCommandOptions } from './search-command.ts';

export interface ReindexOptions<Many extends string> extends SearchCommandOptions {
  /** What is found, one of it and many. */
  nouns: { one: string; many: Many };
  /** Which tenants there are, in words: `of one knowledge base or of all`. */
  scope: string;
  /** Puts everything into the search queue, of all tenants if none is named; returns how much it is. */
  queue: (database: Session['database'], tenant: string | undefined) => Promise<number>;
  feed: (database: Session['database']) => ServiceFeed;
}

/** What `--json` prints, with how many guides or dialogs were looked at under their name. */
interface Reindexed {
  set_aside: { id: number; reason: string }[];
  /** Where one is configured. */
  engine?: { name: string; changes: number; set_aside: { id: number; reason: string }[] };
}

const INTERRUPTED = 'what is not indexed yet stays in the queue, where a running service finds it.';

/** The command `reindex`, the same for all services. */
export function createReindex<Many extends string>(
  options: ReindexOptions<Many>,
): (program: Command) => void {
  const { tenant, runCommand, example, nouns, scope } = options;
  return (program) => {
    const call = `${program.name()} reindex`;
    program
      .command('reindex')
      .description(`build the search indexes anew, ${scope}; search goes on meanwhile`)
      .argument(`[${tenant.name}]`, tenant.description, tenant.parse)
      .option('--json', 'print one JSON document')
      .addHelpText('after', examples(call, `${call} ${example}`))
      .action((name: string | undefined, output: OutputOptions) =>
        runCommand({ ...output, interrupted: INTERRUPTED }, async (session) => {
          const count = await options.queue(session.database, name);
          // Before anything is fed, so that engines hear of most of it once.
          if (name === undefined) await renewIndexes(session.database);
          const reindexed = await reindex(session, count, options);
          return { document: { [nouns.many]: count, ...reindexed }, text: describe(count, reindexed, nouns) };
        }),
      );
  };
}

async function reindex<Many extends string>(
  { database, signal }: Session,
  count: number,
  options: ReindexOptions<Many>,
): Promise<Reindexed> {
  const { set_aside, onSetAside } = collectRefusals();
  const feed = { ...options.feed(database), onSetAside };
  const progress = createProgress(process.stderr, count, options.nouns.many);
  await feedWholeQueue(feed, (changes) => {
    for (let done = 0; done < changes; done += 1) progress.advance();
    signal.throwIfAborted();
  }).finally(progress.clear);
  const engine = options.engine(database);
  if (!engine) return { set_aside };
  const { set_aside: refused, onSetAside: refuse } = collectRefusals();
  const changes = await feedEngineNow({ ...feed, engine, signal, onSetAside: refuse });
  return { set_aside, engine: { name: engine.name, changes, set_aside: refused } };
}

function collectRefusals(): Pick<Reindexed, 'set_aside'> & { onSetAside: (document: SetAside) => void } {
  const set_aside: Reindexed['set_aside'] = [];
  return { set_aside, onSetAside: ({ documentId: id, reason }) => set_aside.push({ id, reason }) };
}

function describe(
  count: number,
  { set_aside, engine }: Reindexed,
  { one, many }: { one: string; many: string },
): string {
  const lines = [`Indexed ${count} ${many}.`];
  for (const { id, reason } of set_aside)
    lines.push(`${capitalize(one)} ${id} cannot be searched for: ${reason}`);
  if (engine) lines.push(`Brought ${engine.changes} changes to ${engine.name}.`);
  for (const { id, reason } of engine?.set_aside ?? []) {
    lines.push(`${capitalize(one)} ${id} cannot be searched for with ${engine?.name}: ${reason}`);
  }
  return lines.join('\n');
}

function capitalize(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
