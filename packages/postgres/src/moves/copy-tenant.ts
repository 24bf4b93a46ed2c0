import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@guidepost/service-kit';
import type { Executor } from '../connection/database.ts';
import { applyChanges, type ChangedKeys, takeChanges } from './apply-changes.ts';
import { copyPeople, createPeopleCopy, listNamed } from './copy-people.ts';
import { type Copying, copyEverything } from './copy-rows.ts';
import {
  cancelledMeanwhile,
  changeState,
  freeze,
  inSnapshot,
  listChangers,
  listWriters,
} from './move-state.ts';
import type { MovedTable } from './row-statements.ts';
import { raiseSequences } from './sequences.ts';
import type { TenantMove } from './tenant-move.ts';
import { readShapes, type TenantTables } from './tenant-tables.ts';
import { verifyCopy } from './verify-copy.ts';

export interface CopiedTenant {
  rows: number;
  /** Since when changes are refused, as `performance.now()`. */
  frozenAt: number;
}

/** So many changes are copied while others are refused. */
const FEW_CHANGES = 200;
const MOST_ROUNDS = 50;
/** Milliseconds that it may take to copy more than a few. */
const QUICK = 250;
const ROUNDS_EACH = 10;
const MOST_FREEZES = 10;

/** Milliseconds. */
const POLL = 50;
const LONG = 2_000;
const BETWEEN_FREEZES = 2_000;
const FIRST_WAIT = 250;
const LAST_WAIT = 4_000;
/** Longer than a webhook takes, and than most mail servers. */
const LONGEST_SENDING = 15_000;

/** Brings the target up to date with the source, which refuses changes in the end. */
export async function copyTenant(move: TenantMove, target: Executor, id: string): Promise<CopiedTenant> {
  const { source, tenantId, onStage } = move;
  const tables = await describeTables(source, move.tables);
  await waitForWriters(move, tables);
  const copy = createCopy(move, { target, tables, id });
  onStage('Copying.');
  const rows = await copy.everything();
  onStage(`Copied ${rows} rows. Copying what has changed meanwhile.`);
  await untilFew(copy.changes);
  onStage('Comparing both copies.');
  await copy.changes((copying) => verifyCopy(copying));
  await raiseSequences(target, tenantId, tables);
  if (!(await changeState(source, id, 'copying', 'settling'))) throw cancelledMeanwhile();
  await waitForSending(move, tables);
  const verified = () => copy.changes(verifyCopy);
  const frozenAt = await freezeSource(move, id, { before: () => untilFew(verified), frozen: verified });
  return { rows, frozenAt };
}

/** Done in the snapshot that changes were copied from. */
type Then = (copying: Copying, changed: ChangedKeys) => Promise<unknown>;

interface Copy {
  /** @returns the number of rows */
  everything(): Promise<number>;
  changes(then?: Then): Promise<ChangedKeys>;
}

interface CopyTarget {
  target: Executor;
  tables: readonly MovedTable[];
  /** Of the move. */
  id: string;
}

function createCopy(
  { source, tenantId, tables: { documents }, queue, signal }: TenantMove,
  { target, tables, id }: CopyTarget,
): Copy {
  const people = createPeopleCopy();

  async function withPeople(snapshot: Executor, changed?: ChangedKeys): Promise<Copying> {
    const named = await listNamed(snapshot, { tenantId, tables, changed });
    await copyPeople({ source: snapshot, target }, people, named);
    return { tenantId, source: snapshot, target, tables, people: people.there };
  }

  return {
    async everything() {
      const rows = await inSnapshot(source, async (snapshot) => copyEverything(await withPeople(snapshot)));
      await queue(target, undefined);
      return rows;
    },
    changes: (then = async () => {}) =>
      inSnapshot(source, async (snapshot) => {
        signal.throwIfAborted();
        const changed = await takeChanges(snapshot, { tenantId, id });
        const copying = await withPeople(snapshot, changed);
        await applyChanges(copying, changed);
        const changedDocuments = changed.get(documents);
        if (changedDocuments) await queue(target, changedDocuments);
        await then(copying, changed);
        return changed;
      }),
  };
}

async function describeTables(source: Executor, { copied }: TenantTables): Promise<MovedTable[]> {
  const shapes = await readShapes(source, Object.keys(copied));
  return shapes.map((shape) => ({ ...copied[shape.name], rows: copied[shape.name]?.rows ?? 'false', shape }));
}

function waitForWriters(move: TenantMove, tables: readonly MovedTable[]): Promise<void> {
  const names = tables.map(({ shape }) => shape.name);
  return waitForAll(move, () => listWriters(move.source, names));
}

/** Waits for the transactions that are listed now, not for those that start later. */
async function waitForAll({ onStage, signal }: TenantMove, list: () => Promise<string[]>): Promise<void> {
  let waitingFor = await list();
  const started = performance.now();
  let said = false;
  while (waitingFor.length > 0) {
    if (!said && performance.now() - started > LONG) {
      onStage('Waiting for a change that takes long.');
      said = true;
    }
    await pause(POLL, undefined, { signal });
    const now = await list();
    waitingFor = waitingFor.filter((one) => now.includes(one));
  }
}

async function untilFew(copyChanges: () => Promise<ChangedKeys>): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const began = performance.now();
    const changes = countKeys(await copyChanges());
    if (changes <= FEW_CHANGES || performance.now() - began <= longestRound(round)) return;
  }
  throw new AppError('unavailable', 'It changes faster than it can be copied. Try again at a quieter time.');
}

/** Where changes arrive about as fast as they are copied, refusing them for seconds is better than never to move. */
function longestRound(round: number): number {
  return QUICK * 2 ** Math.floor(round / ROUNDS_EACH);
}

/** What is being sent right now must not be sent by the other database, too. */
async function waitForSending(
  { source, tenantId, onStage, signal }: TenantMove,
  tables: readonly MovedTable[],
): Promise<void> {
  const sending = tables.flatMap(({ shape, rows, underWay }) =>
    underWay ? [`exists (select from ${shape.name} t where ${rows} and ${underWay})`] : [],
  );
  if (sending.length === 0) return;
  const deadline = performance.now() + LONGEST_SENDING;
  let said = false;
  do {
    await pause(POLL, undefined, { signal });
    const { busy } = await source.one<{ busy: boolean }>(`select ${sending.join(' or ')} as busy`, [
      tenantId,
    ]);
    if (!busy) return;
    if (!said) onStage('Waiting for mail and webhooks that may be on their way.');
    said = true;
  } while (performance.now() < deadline);
}

/** @param work done with the source frozen */
async function freezeSource(move: TenantMove, id: string, work: Freezing): Promise<number> {
  const { source, tenantId, signal } = move;
  for (let attempt = 0; attempt < MOST_FREEZES; attempt += 1) {
    await waitForAll(move, () => listChangers(source, tenantId));
    const frozenAt = await source.tx(async (quiet) => {
      await move.holdWorkers(quiet);
      await work.before();
      const began = performance.now();
      const outcome = await freeze(source, { tenantId, id, longestWait: longestWaits(attempt) });
      if (outcome === 'cancelled') throw cancelledMeanwhile();
      if (outcome === 'busy') return undefined;
      await work.frozen();
      return began;
    });
    if (frozenAt !== undefined) return frozenAt;
    await pause(BETWEEN_FREEZES, undefined, { signal });
  }
  throw new AppError(
    'unavailable',
    'Another change, such as an import, is still running. Try again when it has finished.',
  );
}

/** Short at first; on a machine that is too busy, a longer one is better than none that succeeds. */
function longestWaits(attempt: number): number {
  return Math.min(LAST_WAIT, FIRST_WAIT * 2 ** attempt);
}

interface Freezing {
  before: () => Promise<unknown>;
  frozen: () => Promise<unknown>;
}

function countKeys(changed: ChangedKeys): number {
  return [...changed.values()].reduce((sum, keys) => sum + keys.length, 0);
}
