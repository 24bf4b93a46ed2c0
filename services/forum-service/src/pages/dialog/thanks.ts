import type { Sent } from '../../posts/receipts.ts';
import type { Site } from '../site.ts';

export function thanksFor(sent: Sent, { forum, phrasing: { words } }: Site): string {
  if (sent === 'vote') return words.voted;
  if (sent === 'report') return words.reported;
  return (sent === 'dialog' && forum.thankyou_message) || words.thanks;
}
