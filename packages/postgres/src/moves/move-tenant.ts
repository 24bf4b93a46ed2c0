import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@guidepost/service-kit';
import { checkIsOther, checkTarget } from './check-target.ts';
import { clearTarget, undoMove } from './end-move.ts';
import { beginMove, changeState, findMove, type Move, settleOutcome, whileLocked } from './move-state.ts';
import { freeze, keepParts } from './refuse-changes.ts';
import {
  dropPublication,
  mark,
  startReplication,
  untilCopied,
  untilMarked,
  verifyReplicas,
} from './replication.ts';
import { separateIds, switchTenant } from './switch-tenant.ts';
import { listTables, type MovableTenant, rowsOf, type TenantMove } from './tenant-move.ts';

export interface MoveReport {
  /** Undefined when an earlier command had copied them. */
  rows?: number;
  seconds?: number;
  /** For how long changes were refused. */
  readOnlyMilliseconds?: number;
}

/** Milliseconds for the way of a change to the target, before changes are refused. */
const QUICK = 250;
const ROUNDS_EACH = 10;
const MOST_ROUNDS = 50;

/** Milliseconds. */
const POLL = 50;
/** Longer than a webhook takes, and than most mail servers. */
const LONGEST_SENDING = 15_000;

/**
 * Moves a tenant to another database while the service runs. The target replicates its rows, and shows them once a last
 * transaction of the target has made it live there. The source refuses changes before that is committed, and until it
 * is known that it was not.
 * @throws AppError in words for people
 */
export function moveTenant(move: TenantMove): Promise<MoveReport> {
  const { source, target, tenantId } = move;
  return whileLocked(source, tenantId, async () => {
    await checkIsOther(move);
    return whileLocked(target, tenantId, () => moveLocked(move));
  });
}

async function moveLocked(move: TenantMove): Promise<MoveReport> {
  if (await finishEarlier(move)) return {};
  const started = performance.now();
  const id = randomUUID();
  const target = await checkTarget(move);
  const copied: Copied = { rows: 0 };
  try {
    await begin(move, { id, target });
    await replicate(move, id);
    await settleDown(move, id);
    await switchOver(move, id, copied);
  } catch (error) {
    const isThere =
      copied.frozenAt !== undefined && (await settleOutcome(move.target, move.tenantId, { id, target }));
    if (!isThere) {
      await undoMove(move, id);
      throw error;
    }
  }
  await finish(move, id);
  const ended = performance.now();
  await dropPublication(move.source, id);
  return {
    rows: copied.rows,
    seconds: (ended - started) / 1_000,
    readOnlyMilliseconds: Math.round(ended - (copied.frozenAt ?? ended)),
  };
}

interface Copied {
  rows: number;
  /** Since when changes are refused, as `performance.now()`. */
  frozenAt?: number;
}

/** @returns whether an earlier command had moved the tenant, without coming to its end */
async function finishEarlier(move: TenantMove): Promise<boolean> {
  const earlier = await findUnended(move);
  if (!earlier || earlier.state === 'deleted') return false;
  if (earlier.state === 'read-only' && (await settleOutcome(move.target, move.tenantId, earlier))) {
    await finish(move, earlier.id);
    await dropPublication(move.source, earlier.id);
    return true;
  }
  await undoMove(move, earlier.id);
  return false;
}

/** @throws AppError `conflict` if the tenant has moved */
async function findUnended({
  source,
  tenantId,
}: Pick<TenantMove, 'source' | 'tenantId'>): Promise<Move | null> {
  const earlier = await findMove(source, tenantId);
  if (earlier?.state !== 'moved') return earlier;
  const message = 'It has moved already. Delete the copy that is left here with move --delete-copy.';
  throw new AppError('conflict', message);
}

async function begin(move: TenantMove, { id, target }: { id: string; target: string }): Promise<void> {
  await clearTarget(move);
  await separateIds(move);
  await move.target.none('insert into tenant_arrivals (id, tenant_id) values ($1, $2)', [id, move.tenantId]);
  await beginMove(move.source, { tenantId: move.tenantId, id, target });
  await keepParts(move, id);
}

async function replicate(move: TenantMove, id: string): Promise<void> {
  move.onStage('Copying.');
  await startReplication(move, id);
  await untilCopied(move, id);
  move.onStage('Copying what has changed meanwhile.');
  await untilMarked(move, id, await mark(move.source, id));
}

/** Has mail and webhooks wait, and the target come as close behind the source as it can. */
async function settleDown(move: TenantMove, id: string): Promise<void> {
  await changeState(move.source, id, { from: 'copying', to: 'settling' });
  await waitForSending(move);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const began = performance.now();
    await untilMarked(move, id, await mark(move.source, id));
    if (performance.now() - began <= longestRound(round)) return;
  }
  throw new AppError('unavailable', 'It changes faster than it can be copied. Try again at a quieter time.');
}

/** Where changes arrive about as fast as they are copied, refusing them for seconds is better than never to move. */
function longestRound(round: number): number {
  return QUICK * 2 ** Math.floor(round / ROUNDS_EACH);
}

/** Messages that are being sent right now must not be sent by the other database, too. */
async function waitForSending({ source, tenantId, tables, onStage, signal }: TenantMove): Promise<void> {
  const sending = listTables(tables).flatMap((table) =>
    table.underWay
      ? [`exists (select from ${table.name} t where ${rowsOf(table, tenantId)} and ${table.underWay})`]
      : [],
  );
  const deadline = performance.now() + LONGEST_SENDING;
  for (let said = false; performance.now() < deadline; said = true) {
    await pause(POLL, undefined, { signal });
    const { busy } = await source.one<{ busy: boolean }>(`select ${sending.join(' or ')} as busy`);
    if (!busy) return;
    if (!said) onStage('Waiting for mail and webhooks that may be on their way.');
  }
}

async function switchOver(move: TenantMove, id: string, copied: Copied): Promise<void> {
  await move.source.tx(async (quiet) => {
    await move.holdWorkers(quiet);
    const { frozenAt, last } = await freeze(move, id);
    copied.frozenAt = frozenAt;
    await untilMarked(move, id, last);
    copied.rows = await verifyReplicas(move, id);
    copied.rows += await switchTenant(move, id);
  });
}

async function finish({ source, tenantId, tables, leave }: TenantMove, id: string): Promise<void> {
  const finished = source.tx(async (transaction) => {
    // As what workers do, it is not refused.
    await transaction.none(`set local application_name = 'guidepost move background'`);
    await changeState(transaction, id, { from: 'read-only', to: 'moved' });
    await transaction.none(
      `update tenant_moves set files_of = array(${tables.filesOf}) where tenant_id = $1`,
      [tenantId],
    );
    await leave(transaction);
  });
  await finished.catch((cause: unknown) => {
    const message =
      'It lives in the other database now, but this one could not be told. Run the same command again.';
    throw new AppError('unavailable', message, { cause });
  });
}

/** How many rows would be copied. @throws AppError `conflict` that says what stands in the way */
export async function planMove(
  move: Pick<TenantMove, 'source' | 'target'> & Pick<MovableTenant, 'tenantId' | 'tables' | 'findTaken'>,
): Promise<number> {
  if ((await findUnended(move))?.state === 'read-only') {
    const message = 'A move was interrupted in its last second. Run it again to find out how it ended.';
    throw new AppError('conflict', message);
  }
  await checkTarget(move);
  let rows = 0;
  for (const table of listTables(move.tables)) {
    const statement = `select count(*) as count from ${table.name} t where ${rowsOf(table, move.tenantId)}`;
    rows += (await move.source.one<{ count: number }>(statement)).count;
  }
  return rows;
}
