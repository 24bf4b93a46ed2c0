import type { Topic } from '../../model/topics.ts';
import { shownHtml } from '../../text/shown-html.ts';
import type { Call } from '../endpoint.ts';
import { harmlessText } from '../formats/plain-text.ts';
import type { ResourceRecord } from '../formats/record.ts';
import { type TagRow, tagRecord } from './tag-record.ts';
import { type Author, userRecord } from './user-record.ts';

/** A dialog as statements read it. */
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

/** What lists and the detail view say of a dialog; whether it is archived is said to editors only. */
export function dialogRecord(row: DialogRow, call: Call): ResourceRecord {
  const { addresses, accessKeyId } = call;
  const { id } = row;
  return {
    id,
    uri: addresses.dialog(id),
    comments_uri: addresses.comments(id),
    absolute_url: addresses.dialogPage(id),
    topic: row.topic,
    title: harmlessText(row.title),
    text: shownHtml(row.text_html, call),
    pub_date: row.pub_date,
    last_activity: row.last_activity,
    num_comments: row.num_comments,
    num_votes: row.num_votes,
    popularity: row.popularity,
    state: harmlessText(row.state),
    user: userRecord(row, addresses),
    ...(accessKeyId !== undefined && { archived: row.archived }),
  };
}

/** The detail view: lists lack the tags. */
export function dialogDetail(row: DialogRow & { tags?: TagRow[] }, call: Call): ResourceRecord {
  const record = dialogRecord(row, call);
  return row.tags ? { ...record, tags: row.tags.map((tag) => tagRecord(tag, call)) } : record;
}
