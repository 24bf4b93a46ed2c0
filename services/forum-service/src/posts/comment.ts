import type { Author } from '../model/author.ts';

export interface CommentRow extends Author {
  id: number;
  dialog_id: number;
  text_html: string;
  /** ISO 8601 in UTC, to the second. */
  pub_date: string;
  is_org_reply: boolean;
}
