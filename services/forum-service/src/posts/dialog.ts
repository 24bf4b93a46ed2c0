import type { Author } from '../model/author.ts';
import type { Topic } from '../model/topics.ts';

export interface DialogRow extends Author {
  id: number;
  topic: Topic;
  title: string;
  text_html: string;
  /** ISO 8601 in UTC, to the second. */
  pub_date: string;
  last_activity: string;
  num_comments: number;
  num_votes: number;
  popularity: number;
  state: string | null;
  archived: boolean;
}
