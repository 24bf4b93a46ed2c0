import type { Topic } from '../../model/topics.ts';
import type { Metadata } from '../../posts/metadata.ts';

export interface ArchivedDialog extends ArchivedPost {
  topic: Topic;
  title: string;
  archived: boolean;
  state: string | null;
  former_state: string | null;
  views: number;
  earlier_votes: number;
  metadata: Metadata;
  /** Hexadecimal, of `contentHash`. */
  content_hash: string;
  tags: ArchivedTag[];
  votes: ArchivedVote[];
  comments: ArchivedComment[];
}

export interface ArchivedComment extends ArchivedPost {
  /** Its place in the list of the line, from 0. */
  index: number;
  is_org_reply: boolean;
  accepted: boolean;
  /** When people found it helpful. */
  helpful: readonly string[];
  /** The `id` or `external` of another comment of the dialog. */
  parent: number | string | null;
}

export interface ArchivedPost extends ArchivedAuthor {
  /** Undefined: a new id is assigned. */
  id: number | undefined;
  text: string;
  markdown: boolean;
  text_html: string;
  /** UTC with six fractional digits, so that dates compare as strings. */
  pub_date: string;
  work_title: string | null;
  confirmed: boolean;
  held: boolean;
  external: string | null;
  /** Paths or URLs of the system that it came from. */
  addresses: readonly string[];
}

export interface ArchivedVote extends ArchivedAuthor {
  /** An identity of `ImportedIdentities`. */
  voter: string;
  voted_at: string;
}

export interface ArchivedAuthor extends Person {
  /** An identity of `ImportedIdentities`. */
  poster: string;
}

export interface Person {
  name: string;
  /** Null when the archive has no personal data. */
  email: string | null;
}

export interface ArchivedTag {
  name: string;
  folded: string;
  is_public: boolean;
}
