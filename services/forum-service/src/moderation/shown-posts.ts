import type { Topic } from '../model/topics.ts';
import type { Metadata } from '../posting/metadata.ts';
import type { ReportedPost } from '../reports/open-reports.ts';

/** Who wrote a post, as editors see it. */
export interface PostAuthor {
  poster_id: number;
  /** As it was given with this post. */
  name: string;
  /** Null when the archive that it came from had none. */
  email: string | null;
}

/** Where a post came from; null once ninety days have passed. */
export interface PostOrigin {
  /** Whom the sender claimed to post for. */
  claimed: string | null;
  sender: string | null;
}

interface DialogState {
  id: number;
  topic: Topic;
  title: string;
  pub_date: Date;
  last_activity: Date;
  num_comments: number;
  num_votes: number;
  state: string | null;
  archived: boolean;
  held: boolean;
}

/** A dialog in an editor's list. */
export interface ListedDialog extends DialogState, PostAuthor {
  held_comments: number;
  open_reports: number;
}

/** A dialog with everything that is known of it. */
export interface ShownDialog extends DialogState, PostAuthor, PostOrigin {
  text: string;
  views: number;
  popularity: number;
  work_title: string | null;
  metadata: Metadata;
  tags: { name: string; is_public: boolean }[];
  /** The newest, held ones too. */
  comments: ListedComment[];
  /** Resolved ones, too. */
  reports: ReportedPost[];
}

/** A comment with everything that is known of it. */
export interface ListedComment extends PostAuthor, PostOrigin {
  id: number;
  dialog_id: number;
  /** Of the dialog. */
  title: string;
  text: string;
  pub_date: Date;
  is_org_reply: boolean;
  held: boolean;
  work_title: string | null;
}
