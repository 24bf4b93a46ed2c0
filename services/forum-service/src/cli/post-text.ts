import { formatTable, minuteOf, printable } from '@guidepost/command-line';
import { TOPIC_SLUGS } from '../model/topics.ts';
import type { DialogDetails, ListedComment, PostAuthor, PostOrigin } from '../moderation/find-posts.ts';
import type { ReportedPost } from '../moderation/reports.ts';

export function describeDialog(slug: string, dialog: DialogDetails): string {
  return [
    `Dialog ${dialog.id}`,
    propertiesOf(slug, dialog),
    indent(dialog.text),
    ...commentsOf(dialog).map(describeComment),
    ...dialog.reports.map(describeReport),
  ].join('\n\n');
}

export function describeComment(comment: ListedComment): string {
  const { id, dialog_id, is_org_reply, held } = comment;
  const marks = [
    ...(held ? ['waits for review'] : []),
    ...(is_org_reply ? ['reply from the organization'] : []),
  ];
  const heading = [`Comment ${id} on dialog ${dialog_id}`, ...marks].join(', ');
  const rows = [['Posted', `${minuteOf(comment.pub_date)} UTC`], ...authorOf(comment)];
  return `${heading}\n${formatTable(rows)}\n\n${indent(comment.text)}`;
}

function propertiesOf(slug: string, dialog: DialogDetails): string {
  const { archived, held, tags, metadata, num_comments, num_votes, views } = dialog;
  const visibility = held ? 'waits for review' : archived ? 'archived' : 'visible';
  return formatTable([
    ['Title', dialog.title],
    ['Page', `/forum/${slug}/${dialog.id}`],
    ['Topic', TOPIC_SLUGS[dialog.topic]],
    ['Visibility', visibility],
    ['State', dialog.state ?? 'none'],
    ['Posted', `${minuteOf(dialog.pub_date)} UTC`],
    ['Last activity', `${minuteOf(dialog.last_activity)} UTC`],
    ...authorOf(dialog),
    ['Tags', tags.map(({ name, is_public }) => (is_public ? `${name} (public)` : name)).join(', ') || 'none'],
    ...Object.entries(metadata ?? {}).map(([name, value]) => [name, String(value)]),
    ['Counted', `${num_comments} comments, ${num_votes} votes, ${views} views`],
  ]);
}

function authorOf(
  post: PostAuthor & PostOrigin & { work_title: string | null; confirmed: boolean },
): string[][] {
  const { name, work_title, email, confirmed, claimed, sender } = post;
  const origin = claimed === sender ? sender : `${claimed}, according to ${sender}`;
  return [
    ['By', work_title === null ? name : `${name}, ${work_title}`],
    ['E-mail', email === null ? 'none' : `${email}${confirmed ? ' (confirmed)' : ''}`],
    ['From', origin ?? 'not stored'],
  ];
}

/** Oldest first. */
function commentsOf({ comments }: DialogDetails): ListedComment[] {
  return comments.toReversed();
}

function describeReport({ id, comment_id, name, email, reason, ...report }: ReportedPost): string {
  const what = comment_id === null ? 'the dialog' : `comment ${comment_id}`;
  const resolved = report.resolved_at ? `${minuteOf(report.resolved_at)} UTC` : 'no';
  const rows = [
    ['Reported', `${minuteOf(report.reported_at)} UTC`],
    ['By', name],
    ['E-mail', email ?? 'none'],
    ['Resolved', resolved],
  ];
  return `Report ${id} of ${what}\n${formatTable(rows)}\n\n${indent(reason)}`;
}

/** Keeps text of users apart from lines of this command. */
function indent(text: string): string {
  return printable(text)
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}
