import { compareTexts } from '@guidepost/i18n/text-order';
import { describeTarget, type ListedAddress } from '../addresses/list-addresses.ts';
import type { Addresses } from '../model/addresses.ts';
import type { Author } from '../model/person.ts';
import type { TagRow } from '../model/tag.ts';
import { TOPIC_SLUGS, topicHeading } from '../model/topics.ts';
import type { ReportRow } from '../moderation/reports.ts';
import type { CommentRow } from '../posts/comments.ts';
import type { DialogRow } from '../posts/dialog-rows.ts';
import { displayHtml } from '../rendering/embed.ts';
import type { Call } from './endpoint.ts';
import type { ResourceRecord } from './formats/record.ts';

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

export function commentRecord(row: CommentRow, call: Pick<Call, 'forum' | 'addresses'>): ResourceRecord {
  const { addresses } = call;
  const { id, dialog_id, parent } = row;
  return {
    id,
    uri: addresses.comment(dialog_id, id),
    dialog_uri: addresses.dialog(dialog_id),
    absolute_url: addresses.commentPage(dialog_id, id),
    text: displayHtml(row.text_html, call),
    pub_date: row.pub_date,
    is_org_reply: row.is_org_reply,
    ...(parent && { parent_uri: addresses.comment(dialog_id, parent.id) }),
    user: userRecord(row, addresses),
  };
}

/** The author of a post; nothing in it is derived from an e-mail address. */
function userRecord({ poster_id, author_name, work_title }: Author, addresses: Addresses): ResourceRecord {
  return {
    id: poster_id,
    first_name: neutralizeTags(author_name),
    work_title: neutralizeTags(work_title),
    gravatar_image: addresses.avatar(poster_id, author_name),
  };
}

/** Its `uri` lists its dialogs and requires a key, which it does not contain. */
export function tagRecord(
  { name, dialogs, is_public }: TagRow,
  { addresses }: Pick<Call, 'addresses'>,
): ResourceRecord {
  return { name, count: dialogs, is_public, uri: addresses.tag(name) };
}

/** A report; nothing in it is derived from an e-mail address. */
export function reportRecord(row: ReportRow, { addresses }: Pick<Call, 'addresses'>): ResourceRecord {
  const { id, dialog_id, comment_id } = row;
  return {
    id,
    uri: addresses.report(id),
    dialog_uri: addresses.dialog(dialog_id),
    comment_uri: comment_id === null ? null : addresses.comment(dialog_id, comment_id),
    name: neutralizeTags(row.author_name),
    report_reason: neutralizeTags(row.reason),
    pub_date: row.pub_date,
    resolved: row.resolved,
  };
}

/** An old address; as it is stored, since programs compare it. */
export function addressRecord(row: ListedAddress, { addresses }: Pick<Call, 'addresses'>): ResourceRecord {
  const { id, address, visible, hits, made_by, made_with, created_at } = row;
  return {
    id,
    uri: addresses.oldAddress(id),
    address,
    to: describeTarget(row),
    visible,
    hits,
    made_by: neutralizeTags(made_by),
    made_with,
    created_at: `${created_at.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`,
  };
}

/** The public properties of a forum. The topics have two names, since clients use either. */
export function propertiesRecord({ forum, addresses }: Pick<Call, 'forum' | 'addresses'>): ResourceRecord {
  const { topics, language } = forum;
  return {
    uri: addresses.properties,
    name: forum.name,
    formal_name: forum.formal_name,
    intro_message: forum.intro_message,
    status_message: forum.status_message,
    status_url: forum.status_url,
    popup_header: forum.popup_header,
    thankyou_message: forum.thankyou_message,
    default_topic: forum.default_topic,
    enabled_topic: topics,
    enabled_topics: topics,
    language,
    categories: topics.map((topic) => ({
      slug: TOPIC_SLUGS[topic],
      heading_name: topicHeading(topic, language),
      topic,
    })),
  };
}

/** The start of a tag, comment or declaration, as HTML parsers see it. */
const TAG_OPENER = /<(?=[a-z/!?])/gi;

/**
 * Plain text as sent to clients. Existing ones paste it into HTML: a space after `<` keeps it from opening a tag and
 * reads the same elsewhere.
 */
export function neutralizeTags<Text extends string | null>(text: Text): string | Text {
  return text?.includes('<') ? text.replace(TAG_OPENER, '< ') : text;
}
