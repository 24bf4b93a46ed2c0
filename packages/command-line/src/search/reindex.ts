import {
  type EngineFeed,
  feedWholeEngine,
  feedWholeQueue,
  type RejectedDocument,
  renewIndexes,
  type SearchEngine,
  type ServiceFeed,
} from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import type { Command } from 'commander';
import { type OutputOptions, withOutput } from '../options.ts';
import type { Session } from '../run-command.ts';
import { createProgress, type Progress } from '../terminal.ts';
import type { SearchCommandOptions } from './search-status.ts';

interface CommandFeed extends ServiceFeed, Pick<EngineFeed, 'onRejected'> {
  engine: SearchEngine;
  signal: AbortSignal;
}

export interface ReindexOptions<Many extends string> extends SearchCommandOptions {
  /** Singular and plural of the documents. */
  nouns: { one: string; many: Many };
  /** Queues all documents of a tenant, or of all tenants; returns their number. */
  queue: (database: Session['database'], tenant: string | undefined) => Promise<number>;
  feed: (database: Session['database']) => ServiceFeed;
}

/** The JSON document, but for the number of documents. */
interface Reindexed {
  set_aside: { id: number; reason: string }[];
  engine?: { name: string; changes: number; set_aside: { id: number; reason: string }[] };
}

const INTERRUPTED = 'the rest stays queued for a running service.';

/** Adds `reindex` to a program. */
export function createReindex<Many extends string>(
  options: ReindexOptions<Many>,
): (program: Command) => void {
  const { tenant, runCommand, example, nouns } = options;
  return (program) => {
    const call = `${program.name()} reindex`;
    const command = program.command('reindex').argument(`[${tenant.name}]`, tenant.description, tenant.parse);
    withOutput(command, call, `${call} ${example}`);
    command.action((name: string | undefined, output: OutputOptions) =>
      runCommand({ ...output, interrupted: INTERRUPTED }, async (session) => {
        const count = await options.queue(session.database, name);
        // Before feeding, so that engines receive most changes once.
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
  const { set_aside, onRejected } = collectRefusals();
  const feed = { ...options.feed(database), onRejected };
  const progress = createProgress(process.stderr, count, options.nouns.many);
  await feedWholeQueue(feed, (changes) => {
    for (let done = 0; done < changes; done += 1) progress.advance();
    signal.throwIfAborted();
  }).finally(progress.clear);
  const engine = options.engine(database);
  if (!engine) return { set_aside };
  const { set_aside: refused, onRejected: refuse } = collectRefusals();
  const changes = await feedEngineNow({ ...feed, engine, signal, onRejected: refuse });
  return { set_aside, engine: { name: engine.name, changes, set_aside: refused } };
}

function collectRefusals(): Pick<Reindexed, 'set_aside'> & {
  onRejected: (document: RejectedDocument) => void;
} {
  const set_aside: Reindexed['set_aside'] = [];
  return { set_aside, onRejected: ({ documentId: id, reason }) => set_aside.push({ id, reason }) };
}

function describe(
  count: number,
  { set_aside, engine }: Reindexed,
  { one, many }: { one: string; many: string },
): string {
  const lines = [`Indexed ${count} ${many}.`];
  for (const { id, reason } of set_aside) lines.push(`${capitalize(one)} ${id} cannot be indexed: ${reason}`);
  if (engine) lines.push(`Sent ${engine.changes} changes to ${engine.name}.`);
  for (const { id, reason } of engine?.set_aside ?? []) {
    lines.push(`${capitalize(one)} ${id} cannot be indexed by ${engine?.name}: ${reason}`);
  }
  return lines.join('\n');
}

function capitalize(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/**
 * Sends all waiting changes to an engine, in turns with a running service, and returns their number.
 * @throws AppError `unavailable` when the engine fails; the changes keep waiting
 */
export async function feedEngineNow({ signal, ...feed }: CommandFeed): Promise<number> {
  const { name } = feed.engine;
  let progress: Progress | undefined;
  let count = 0;
  const onBatch = (changes: number, left: number) => {
    progress ??= createProgress(process.stderr, changes + left, `changes for ${name}`);
    for (let done = 0; done < changes; done += 1) progress.advance();
    count += changes;
  };
  try {
    await feedWholeEngine({ ...feed, onRefill: () => {}, onReady: () => {} }, { onBatch, signal });
    return count;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `${name} is not available; its changes wait for a running service: ${reason}`;
    throw new AppError('unavailable', message, { cause });
  } finally {
    progress?.clear();
  }
}
