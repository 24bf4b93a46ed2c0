import { compareTexts } from '@guidepost/i18n/text-order';
import type { TagRow } from '../../model/tag.ts';
import type { DialogRow } from '../../posts/dialog.ts';
import { displayHtml } from '../../rendering/display-html.ts';
import type { Call } from '../endpoint.ts';
import { neutralizeTags } from '../formats/neutralize-tags.ts';
import type { ResourceRecord } from '../formats/record.ts';
import { tagRecord } from './tag-record.ts';
import { userRecord } from './user-record.ts';

/** A dialog in lists and the detail view; `archived` requires a key. */
export function dialogRecord(row: DialogRow, call: Call): ResourceRecord {
  const { addresses, accessKeyId } = call;
  const { id } = row;
  return {
    id,
    uri: addresses.dialog(id),
    comments_uri: addresses.comments(id),
    absolute_url: addresses.dialogPage(id),
    topic: row.topic,
    title: neutralizeTags(row.title),
    text: displayHtml(row.text_html, call),
    pub_date: row.pub_date,
    last_activity: row.last_activity,
    num_comments: row.num_comments,
    num_votes: row.num_votes,
    popularity: row.popularity,
    state: neutralizeTags(row.state),
    user: userRecord(row, addresses),
    ...(accessKeyId !== undefined && { archived: row.archived }),
  };
}

/** With its tags by name, if they were read. */
export function dialogDetail(row: DialogRow & { tags?: TagRow[] }, call: Call): ResourceRecord {
  const record = dialogRecord(row, call);
  if (!row.tags) return record;
  const compare = compareTexts(call.forum.language);
  const tags = row.tags.toSorted((one, other) => compare(one.name, other.name));
  return { ...record, tags: tags.map((tag) => tagRecord(tag, call)) };
}
