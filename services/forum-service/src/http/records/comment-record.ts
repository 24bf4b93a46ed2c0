import type { CommentRow } from '../../posts/comment.ts';
import { displayHtml } from '../../rendering/display-html.ts';
import type { Call } from '../endpoint.ts';
import type { ResourceRecord } from '../formats/record.ts';
import { userRecord } from './user-record.ts';

export function commentRecord(row: CommentRow, call: Pick<Call, 'forum' | 'addresses'>): ResourceRecord {
  const { addresses } = call;
  const { id, dialog_id } = row;
  return {
    id,
    uri: addresses.comment(dialog_id, id),
    dialog_uri: addresses.dialog(dialog_id),
    absolute_url: addresses.commentPage(dialog_id, id),
    text: displayHtml(row.text_html, call),
    pub_date: row.pub_date,
    is_org_reply: row.is_org_reply,
    user: userRecord(row, addresses),
  };
}
