import type { Receipts } from '@guidepost/pages';
import type { Addresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';

/** Kinds of posts to thank for; `held` is any post held for review. */
export const SENT = ['dialog', 'comment', 'vote', 'report', 'held'] as const;
export type Sent = (typeof SENT)[number];

export interface SentTo {
  forumId: number;
  /** Undefined for a held post, whose page does not name the dialog. */
  dialogId?: number;
}

export interface Thanks extends SentTo {
  sent: Sent;
  page: string;
}

/** The address of the page with a receipt, which shows thanks for two minutes. */
export async function withReceipt(receipts: Receipts, { sent, page, ...to }: Thanks): Promise<string> {
  return `${page}?posted=${sent}.${await receipts.issue(subjectOf(sent, to))}`;
}

/** The result of a held post, which has no address of its own. */
export function confirmHeld(
  receipts: Receipts,
  { forum, addresses }: { forum: Forum; addresses: Addresses },
): { page: () => Promise<string> } {
  const thanks = { sent: 'held', forumId: forum.id, page: addresses.thanks } as const;
  return { page: () => withReceipt(receipts, thanks) };
}

/** The post a receipt in the address belongs to; undefined if expired or forged. */
export async function readReceipt(
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
