import { type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import type { Answer } from './post.ts';

export interface DueDelivery {
  id: number;
  webhook_id: number;
  tenant_id: number;
  url: string;
  secret: string;
  previous_secret: string | null;
  message_id: string;
  payload: string;
  /** With this one. */
  attempts: number;
}

/** What owners are told: events were given up, or the receiver wants no more. */
export interface WebhookTrouble {
  tenantId: number;
  webhookId: number;
  url: string;
  reason: 'set-aside' | 'ended';
}

/** Tells owners in the transaction of what happened; called for each event that is given up. */
export type TellOwners = (transaction: Executor, trouble: WebhookTrouble) => Promise<void>;

export type AttemptOutcome = 'delivered' | 'postponed' | 'set-aside' | 'ended';

/** Seconds before the second attempt, doubled with each, and the longest. */
const SHORTEST_PAUSE = 5;
const LONGEST_PAUSE = 4 * 3_600;

/** What proxies and overloaded servers answer in place of the receiver. */
const UNAVAILABLE = [429, 502, 503, 504];

const GONE = 410;

const log = statement('log-attempt');
const end = statement('end-delivery');
const postpone = statement('postpone-delivery');
const expire = statement('expire-deliveries');
const noteFailing = statement('note-failing');
const noteAnswering = statement('note-answering');
const endWebhook = statement('end-webhook');

/** Writes an attempt to the log, and what follows from it. */
export function finishAttempt(
  database: Database,
  delivery: DueDelivery,
  { answer, milliseconds, tellOwners }: { answer: Answer; milliseconds: number; tellOwners: TellOwners },
): Promise<AttemptOutcome> {
  return database.tx('finish-webhook-attempt', async (transaction) => {
    const { id, attempts } = delivery;
    const { status = null, text = null, error = null } = answer;
    await transaction.none(log([id, attempts, Math.round(milliseconds), status, text, error]));
    const outcome = await settle(transaction, delivery, status ?? undefined);
    if (outcome === 'set-aside' || outcome === 'ended') {
      const { tenant_id: tenantId, webhook_id: webhookId, url } = delivery;
      await tellOwners(transaction, { tenantId, webhookId, url, reason: outcome });
    }
    return outcome;
  });
}

async function settle(
  transaction: Executor,
  { id, webhook_id: webhook, attempts }: DueDelivery,
  status: number | undefined,
): Promise<AttemptOutcome> {
  if (status === GONE) {
    await transaction.none(endWebhook([webhook]));
    return 'ended';
  }
  const isDelivered = status !== undefined && status >= 200 && status < 300;
  if (isDelivered) await transaction.none(end([id, 'delivered']));
  const isPostponed =
    !isDelivered && (await transaction.any(postpone([id, pauseAfter(attempts)]))).length > 0;
  if (!isDelivered && !isPostponed) await transaction.none(end([id, 'set-aside']));
  const expired = await noteReceiver(transaction, { id, webhook, status });
  if (isDelivered) return 'delivered';
  return isPostponed && expired === 0 ? 'postponed' : 'set-aside';
}

/** @returns how many events were given up, with a receiver that has been away for three days */
async function noteReceiver(
  transaction: Executor,
  { id, webhook, status }: { id: number; webhook: number; status: number | undefined },
): Promise<number> {
  if (status !== undefined && !UNAVAILABLE.includes(status)) {
    await transaction.none(noteAnswering([webhook, id]));
    return 0;
  }
  await transaction.none(noteFailing([webhook]));
  return (await transaction.any(expire([webhook]))).length;
}

function pauseAfter(attempts: number): number {
  return Math.min(SHORTEST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE);
}

function statement(name: string) {
  return preparedStatement(new URL(`../sql/${name}.sql`, import.meta.url));
}
