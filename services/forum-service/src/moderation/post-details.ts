import type { Topic } from '../model/topics.ts';
import type { Metadata } from '../posts/metadata.ts';
import type { ReportedPost } from './open-reports.ts';

export interface PostAuthor {
  poster_id: number;
  name: string;
  /** Null when imported from an archive without addresses. */
  email: string | null;
}

/** Network addresses of a post; null after ninety days. */
export interface PostOrigin {
  /** The address the sender claimed to post for. */
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

export interface ListedDialog extends DialogState, PostAuthor {
  held_comments: number;
  open_reports: number;
}

export interface DialogDetails extends DialogState, PostAuthor, PostOrigin {
  text: string;
  markdown: boolean;
  views: number;
  /** Whether it is in the queue because of what was posted. */
  waiting: boolean;
  popularity: number;
  work_title: string | null;
  /** Whether its author was signed in, which proves the address. */
  confirmed: boolean;
  metadata: Metadata;
  tags: { name: string; is_public: boolean }[];
  /** The newest, including held ones. */
  comments: ListedComment[];
  reports: ReportedPost[];
}

export interface ListedComment extends PostAuthor, PostOrigin {
  id: number;
  dialog_id: number;
  title: string;
  text: string;
  markdown: boolean;
  pub_date: Date;
  is_org_reply: boolean;
  held: boolean;
  work_title: string | null;
  /** Whether its author was signed in, which proves the address. */
  confirmed: boolean;
}
