import type { Receipts } from '@guidepost/pages';
import type { Addresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';

/** Kinds of posts to thank for; `held` is any post held for review. */
export const SENT = [
  'dialog',
  'comment',
  'vote',
  'guest-vote',
  'helpful',
  'report',
  'edited',
  'held',
] as const;
export type Sent = (typeof SENT)[number];

export interface SentTo {
  forumId: number;
  /** Undefined for a held post, whose page does not name the dialog. */
  dialogId?: number;
}

/** The kind of post that a person is thanked for. */
export interface Receipt {
  sent: Sent;
  /** Whether answers were asked for by mail, to an address that is to be confirmed first. */
  asksToConfirm?: boolean;
  /** The comment that a guest found helpful. */
  commentId?: number;
}

export interface Thanks extends SentTo, Receipt {
  page: string;
}

const ASKS_TO_CONFIRM = '-confirm';

const FOUND_HELPFUL = /^helpful-(\d{1,16})$/;

/** The address of the page with a receipt, which shows thanks for two minutes. */
export async function withReceipt(receipts: Receipts, { page, ...thanks }: Thanks): Promise<string> {
  const name = nameOf(thanks);
  return `${page}?posted=${name}.${await receipts.issue(subjectOf(name, thanks))}`;
}

/** The result of a held post, which has no address of its own. */
export function confirmHeld(
  receipts: Receipts,
  { forum, addresses }: { forum: Forum; addresses: Addresses },
  asksToConfirm: boolean,
): { page: () => Promise<string> } {
  const thanks = { sent: 'held', forumId: forum.id, page: addresses.thanks, asksToConfirm } as const;
  return { page: () => withReceipt(receipts, thanks) };
}

/** The post a receipt in the address belongs to; undefined if expired or forged. */
export async function readReceipt(
  receipts: Receipts,
  posted: string | undefined,
  to: SentTo,
): Promise<Receipt | undefined> {
  const [name = '', ...receipt] = posted?.split('.') ?? [];
  const [, comment] = FOUND_HELPFUL.exec(name) ?? [];
  const sent = comment ? 'helpful' : SENT.find((one) => one === name.replace(ASKS_TO_CONFIRM, ''));
  const isSent = sent && (await receipts.isValid(receipt.join('.'), subjectOf(name, to)));
  if (!isSent) return undefined;
  return {
    sent,
    asksToConfirm: name.endsWith(ASKS_TO_CONFIRM),
    ...(comment && { commentId: Number(comment) }),
  };
}

function nameOf({ sent, asksToConfirm = false, commentId }: Receipt): string {
  if (commentId !== undefined) return `${sent}-${commentId}`;
  return asksToConfirm ? `${sent}${ASKS_TO_CONFIRM}` : sent;
}

function subjectOf(name: string, { forumId, dialogId = 0 }: SentTo): string {
  return `${name} ${forumId} ${dialogId}`;
}
