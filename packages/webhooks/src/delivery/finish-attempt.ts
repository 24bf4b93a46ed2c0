import { type BoundStatement, type Database, type Executor, preparedStatement } from '@guidepost/postgres';
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

/** `obsolete` if the delivery ended or was removed meanwhile. */
export type AttemptOutcome = 'delivered' | 'postponed' | 'set-aside' | 'ended' | 'obsolete';

type Verdict = 'delivered' | 'refused' | 'unavailable' | 'gone';

/** Seconds between attempts at most, for an event that is refused, and for one that its receiver was away for. */
const LONGEST_PAUSE = 4 * 3_600;
const LONGEST_PAUSE_UNAVAILABLE = 15 * 60;

/** What proxies and overloaded servers answer in place of the receiver. */
const UNAVAILABLE = [429, 502, 503, 504];

const GONE = 410;

const lock = statement('lock-webhook');
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
    const { id, webhook_id: webhookId, tenant_id: tenantId, url, attempts } = delivery;
    const webhook = await transaction.oneOrNone<{ is_failing: boolean }>(lock([webhookId]));
    if (!webhook) return 'obsolete';
    const { status = null, text = null, error = null } = answer;
    await transaction.none(log([id, attempts, Math.round(milliseconds), status, text, error]));
    const outcome = await settle(transaction, delivery, {
      verdict: verdictOf(answer),
      wasFailing: webhook.is_failing,
    });
    if (outcome === 'set-aside' || outcome === 'ended')
      await tellOwners(transaction, { tenantId, webhookId, url, reason: outcome });
    return outcome;
  });
}

function verdictOf({ status }: Answer): Verdict {
  if (status === undefined || UNAVAILABLE.includes(status)) return 'unavailable';
  if (status === GONE) return 'gone';
  return status >= 200 && status < 300 ? 'delivered' : 'refused';
}

async function settle(
  transaction: Executor,
  { id, webhook_id: webhook }: DueDelivery,
  { verdict, wasFailing }: { verdict: Verdict; wasFailing: boolean },
): Promise<AttemptOutcome> {
  const hasRows = async (bound: BoundStatement) => (await transaction.any(bound)).length > 0;
  switch (verdict) {
    case 'gone':
      return (await hasRows(endWebhook([webhook]))) ? 'ended' : 'obsolete';
    case 'delivered':
      await transaction.none(noteAnswering([webhook]));
      return (await hasRows(end([id, 'delivered']))) ? 'delivered' : 'obsolete';
    case 'refused':
      await transaction.none(noteAnswering([webhook]));
      if (await hasRows(postpone([id, true, LONGEST_PAUSE]))) return 'postponed';
      return (await hasRows(end([id, 'set-aside']))) ? 'set-aside' : 'obsolete';
    case 'unavailable': {
      await transaction.none(noteFailing([webhook]));
      const isPostponed = await hasRows(postpone([id, !wasFailing, LONGEST_PAUSE_UNAVAILABLE]));
      const isSetAside = !isPostponed && (await hasRows(end([id, 'set-aside'])));
      const haveExpired = await hasRows(expire([webhook]));
      if (isSetAside || haveExpired) return 'set-aside';
      return isPostponed ? 'postponed' : 'obsolete';
    }
  }
}

function statement(name: string) {
  return preparedStatement(new URL(`../sql/${name}.sql`, import.meta.url));
}
