import { formatTable, printable } from '@guidepost/command-line';
import type { Attempt, Delivery, DeliveryDetails } from '../log.ts';

/** What was sent and answered, for people. Payloads and answers come from others. */
export function describeDelivery(delivery: DeliveryDetails): string {
  const { type, record, message_id, created_at, next_attempt_at, payload, attempt_log } = delivery;
  const rows = [
    ['Event', type],
    ['Record', record],
    ['Created', created_at.toISOString()],
    ['Message', message_id],
    ['Outcome', outcomeOf(delivery)],
    ...(next_attempt_at && attempt_log.length > 0 ? [['Next attempt', next_attempt_at.toISOString()]] : []),
  ];
  const sent = payload === null ? 'Content: none is stored.' : `Content\n${indent(readable(payload))}`;
  return [formatTable(rows), sent, ...attempt_log.map(describeAttempt)].join('\n\n');
}

/** What became of a delivery, in one word. */
export function outcomeOf({ outcome }: Delivery): string {
  return outcome ?? 'waiting';
}

/** The status, and why there is none or why it does not count. */
export function answerOf({ status, error }: Pick<Attempt, 'status' | 'error'>): string {
  return [status, error].filter(Boolean).join(' ');
}

function describeAttempt(attempt: Attempt): string {
  const { number, attempted_at, milliseconds, answer } = attempt;
  const at = new Date(attempted_at).toISOString();
  const heading = `Attempt ${number}, ${at}, ${milliseconds} ms: ${answerOf(attempt)}`;
  return answer ? `${heading}\n${indent(answer)}` : heading;
}

function readable(payload: string): string {
  return JSON.stringify(JSON.parse(payload), null, 2);
}

function indent(text: string): string {
  return printable(text)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
