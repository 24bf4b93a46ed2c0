import type { Query } from '@guidepost/http';
import { SENT, type Sent } from '../../posting/sent.ts';
import type { Site } from '../site.ts';

/** What somebody has sent who was led to a page; undefined where nothing was, or nothing that we know. */
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
