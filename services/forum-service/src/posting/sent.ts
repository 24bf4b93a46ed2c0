import type { Receipts } from '@guidepost/pages';
import type { Addresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';

/** What people send with a form, and what waits for an editor then; the page that they are led to thanks them for it. */
export const SENT = ['dialog', 'comment', 'vote', 'report', 'held'] as const;
export type Sent = (typeof SENT)[number];

/** Where something was sent. */
export interface SentTo {
  forumId: number;
  /** None for what is held: its page does not say what it was sent to. */
  dialogId?: number;
}

/** What is sent, where, and the page that thanks for it. */
export interface Thanks extends SentTo {
  sent: Sent;
  page: string;
}

/** The address of a page with thanks, which it says for two minutes. */
export async function thankingFor(receipts: Receipts, { sent, page, ...to }: Thanks): Promise<string> {
  return `${page}?posted=${sent}.${await receipts.issue(subjectOf(sent, to))}`;
}

/** What became of a post that waits for an editor: it has no address that answers. */
export async function thankForHeld(
  receipts: Receipts,
  { forum, addresses }: { forum: Forum; addresses: Addresses },
): Promise<{ page: string }> {
  return { page: await thankingFor(receipts, { sent: 'held', forumId: forum.id, page: addresses.thanks }) };
}

/** What a visitor has just sent, by the `posted` of the address; undefined for one that is out of date or made up. */
export async function sentFrom(
  receipts: Receipts,
  posted: string | undefined,
  to: SentTo,
): Promise<Sent | undefined> {
  const [name, ...receipt] = posted?.split('.') ?? [];
  const sent = SENT.find((one) => one === name);
  const isSent = sent && (await receipts.isValid(receipt.join('.'), subjectOf(sent, to)));
  return isSent ? sent : undefined;
}

function subjectOf(sent: Sent, { forumId, dialogId = 0 }: SentTo): string {
  return `${sent} ${forumId} ${dialogId}`;
}
