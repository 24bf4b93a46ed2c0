import type { Query } from '@guidepost/http';
import type { Site } from '../site.ts';

/** What somebody has sent from a page who is led back to it: `?posted=`. */
export const SENT = ['dialog', 'comment', 'vote', 'report'] as const;
export type Sent = (typeof SENT)[number];

/** Undefined where nothing was sent, or nothing that we know. */
export function sentFrom(query: Query): Sent | undefined {
  const text = query.first('posted');
  return SENT.find((sent) => sent === text);
}

/** What somebody is told who has sent something. */
export function thanksFor(sent: Sent, { forum, phrasing: { words } }: Site): string {
  if (sent === 'vote') return words.voted;
  if (sent === 'report') return words.reported;
  return (sent === 'dialog' && forum.thankyou_message) || words.thanks;
}
