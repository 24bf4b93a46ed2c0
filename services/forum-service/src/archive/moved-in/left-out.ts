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
  likes_of_answers: 'likes and votes of answers',
  closed: 'marks that posts take no more comments',
  pinned: 'marks that posts are pinned or featured',
  names: 'names of authors that the API does not tell',
  cut_texts: 'ends of texts of more than 100,000 characters',
  images_elsewhere: 'images that stay on other sites',
  links_elsewhere: 'links to other pages of the old help centre, which stay as they are',
  missing_files: 'files that are not there',
  large_files: 'files of more than 20 MB',
  not_fetched: 'what was not fetched; forum fetch tries again',
  unfinished_fetch: 'the rest of a fetch that has not ended; forum fetch goes on with it',
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
