import type { Topic } from '../../model/topics.ts';
import type { Metadata } from '../../posting/metadata.ts';

/** A dialog of an archive with everything that belongs to it, read and judged. */
export interface ArchivedDialog extends ArchivedPost {
  topic: Topic;
  title: string;
  archived: boolean;
  state: string | null;
  views: number;
  metadata: Metadata;
  /** Each once. */
  tags: ArchivedTag[];
  votes: ArchivedVote[];
  comments: ArchivedComment[];
}

export interface ArchivedComment extends ArchivedPost {
  is_org_reply: boolean;
}

export interface ArchivedPost extends ArchivedAuthor {
  /** Undefined where the archive has none: it gets a new one. */
  id: number | undefined;
  text: string;
  /** In UTC with six digits of a second's fraction, so that dates can be compared as they are. */
  pub_date: string;
  work_title: string | null;
  held: boolean;
}

export interface ArchivedVote extends ArchivedAuthor {
  voted_at: string;
}

export interface ArchivedAuthor {
  name: string;
  /** Null where the archive was made without personal data. */
  email: string | null;
}

export interface ArchivedTag {
  name: string;
  folded: string;
  is_public: boolean;
}
