/** Why something of a former forum is not imported; `docs/moving.md` explains each. */
export const REASONS = {
  private_messages: 'private messages',
  restricted: 'what is in categories or topics that are not for everyone',
  deleted_topics: 'deleted topics',
  hidden_topics: 'topics whose first post is hidden, deleted or missing',
  by_map: 'what is in categories or topics that the map leaves out',
  deleted_posts: 'deleted posts',
  hidden_posts: 'hidden posts',
  small_actions: 'notes of moderators, whispers and small actions',
  staged_spam: 'posts of staged people who are silenced or suspended',
  likes_of_answers: 'likes of answers',
  missing_files: 'files that are not there',
  large_files: 'files of more than 20 MB',
  strange_entries: 'entries of the archive that no backup has',
} as const;

export type Reason = keyof typeof REASONS;

export interface LeftOut {
  add(reason: Reason, count?: number): void;
  /** Counts other than 0. */
  counts(): Partial<Record<Reason, number>>;
}

export function createLeftOut(): LeftOut {
  const counts = new Map<Reason, number>();
  return {
    add: (reason, count = 1) => void counts.set(reason, (counts.get(reason) ?? 0) + count),
    counts: () => Object.fromEntries([...counts].filter(([, count]) => count > 0)),
  };
}
