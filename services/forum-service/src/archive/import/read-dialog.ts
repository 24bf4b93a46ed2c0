import type { Forum } from '../../model/forum.ts';
import { foldTagName } from '../../model/tag.ts';
import { parseTopic, type Topic } from '../../model/topics.ts';
import type { TextRule } from '../../posts/field-kinds.ts';
import { LIMITS } from '../../posts/field-kinds.ts';
import { type Metadata, metadataTable } from '../../posts/metadata.ts';
import { contentHash } from '../../posts/posting.ts';
import type { ArchivedComment, ArchivedDialog, ArchivedTag, ArchivedVote } from './archived-dialog.ts';
import { checkComment, checkVote, nameOf, printable, type Refusal, refusalOf, refuse } from './check-line.ts';
import type { ArchiveLine } from './line-schema.ts';
import {
  type ArchiveReading,
  describe,
  NAME,
  optionalText,
  readAuthor,
  readDate,
  readPost,
  requireText,
} from './read-post.ts';

const TITLE: TextRule = { maximum: LIMITS.title };

export interface DialogReading {
  dialog: ArchivedDialog;
  /** The comments and votes of it that are left out. */
  refusals: Refusal[];
}

/**
 * Validates a line by the rules for posts, except that archives may have topics no longer offered, duplicate content,
 * undeliverable e-mail addresses, or none.
 * @throws AppError `invalid` unless only a comment or vote is to be refused
 */
export function readDialog(line: ArchiveLine, reading: ArchiveReading): DialogReading {
  const { archived = false, held = false, comments = [], votes = [] } = line;
  const post = readPost(line, '', reading);
  const title = requireText(line.title, 'title', TITLE);
  const refusals: Refusal[] = [];
  const dialog = {
    ...post,
    topic: readTopic(line.topic),
    title,
    content_hash: contentHash(title, post.text).toString('hex'),
    archived: archived || held,
    state: optionalText(line.state, 'state', NAME),
    former_state: optionalText(line.former_state, 'former_state', NAME),
    views: line.views ?? 0,
    earlier_votes: line.earlier_votes ?? 0,
    metadata: readMetadata(line.metadata ?? {}, reading.forum),
    tags: readTags(line.tags ?? []),
    votes: readVotes(votes, reading, refusals),
    comments: readComments(comments, reading, refusals),
  };
  return { dialog, refusals };
}

function readTags(tags: NonNullable<ArchiveLine['tags']>): ArchivedTag[] {
  const byFolded = new Map<string, ArchivedTag>();
  for (const [index, tag] of tags.entries()) {
    const { name: sent, is_public = false } = typeof tag === 'string' ? { name: tag } : tag;
    const name = requireText(sent, `tags[${index}]`, NAME);
    if (name.includes(',')) refuse(`tags[${index}]`, 'must not contain a comma');
    const folded = foldTagName(name);
    if (!byFolded.has(folded)) byFolded.set(folded, { name, folded, is_public });
  }
  return [...byFolded.values()];
}

function readTopic(sent: string): Topic {
  return parseTopic(sent) ?? refuse('topic', 'must be one of Q, P, S, B');
}

function readMetadata(sent: Record<string, unknown>, forum: Forum): Metadata {
  const fields = new Map(Object.entries(metadataTable(forum.metadata_fields)));
  const answers = new Map<string, string | number>();
  for (const [name, value] of Object.entries(sent)) {
    const field =
      fields.get(name) ?? refuse(`metadata.${name}`, `${forum.slug} does not have this metadata field`);
    const reading = field.read(value ?? undefined, forum);
    if ('mistakes' in reading) return refuse(`metadata.${name}`, describe(reading.mistakes));
    const answer = reading.value;
    if (typeof answer === 'string' || typeof answer === 'number') answers.set(name, answer);
  }
  return answers.size > 0 ? Object.fromEntries(answers) : null;
}

/** @param refusals takes those of the comments that are left out, and of marks as the accepted answer */
function readComments(
  sent: readonly unknown[],
  reading: ArchiveReading,
  refusals: Refusal[],
): ArchivedComment[] {
  const comments: ArchivedComment[] = [];
  for (const [index, value] of sent.entries()) {
    const place = `comments[${index}]`;
    const comment = unlessRefused('comment', { refusals, value }, () => ({
      index,
      ...readComment(value, place, reading),
    }));
    if (!comment) continue;
    const isSecond = comment.accepted && comments.some(({ accepted }) => accepted);
    if (isSecond)
      refusals.push({
        part: 'mark',
        ...nameOf(value),
        reason: `${place}.accepted: another comment is accepted`,
      });
    comments.push(isSecond ? { ...comment, accepted: false } : comment);
  }
  return withParents(comments, refusals);
}

/** A comment whose parent is missing, or refused, answers none. @param refusals takes those of the parents */
function withParents(comments: readonly ArchivedComment[], refusals: Refusal[]): ArchivedComment[] {
  const known = new Set(comments.flatMap(({ id, external }) => [id, external]));
  return comments.map((comment) => {
    const { index, id, external, parent } = comment;
    if (parent === null || (known.has(parent) && parent !== id && parent !== external)) return comment;
    const reason = `comments[${index}].parent: the dialog has no other comment ${parent}`;
    refusals.push({ part: 'parent', ...nameOf(comment), reason: printable(reason) });
    return { ...comment, parent: null };
  });
}

function readComment(value: unknown, place: string, reading: ArchiveReading): Omit<ArchivedComment, 'index'> {
  const comment = checkComment(value, place);
  return {
    ...readPost(comment, `${place}.`, reading),
    is_org_reply: comment.is_org_reply ?? false,
    accepted: comment.accepted ?? false,
    helpful: (comment.helpful ?? []).map((date, index) =>
      readDate(date, `${place}.helpful[${index}]`, reading.now),
    ),
    parent: comment.parent ?? null,
  };
}

/**
 * Keeps the first vote of each e-mail address, or of each name without one.
 * @param refusals takes those of the votes that are left out
 */
function readVotes(sent: readonly unknown[], reading: ArchiveReading, refusals: Refusal[]): ArchivedVote[] {
  const byVoter = new Map<string, ArchivedVote>();
  for (const [index, value] of sent.entries()) {
    const vote = unlessRefused('vote', { refusals, value }, () =>
      readVote(value, `votes[${index}]`, reading),
    );
    if (vote && !byVoter.has(vote.voter)) byVoter.set(vote.voter, vote);
  }
  return [...byVoter.values()];
}

function readVote(value: unknown, place: string, reading: ArchiveReading): ArchivedVote {
  const vote = checkVote(value, place);
  const author = readAuthor(vote, `${place}.`, reading);
  const voted_at = readDate(vote.pub_date, `${place}.pub_date`, reading.now);
  return { ...author, voter: reading.identities.voter(author), voted_at };
}

function unlessRefused<Part>(
  part: Refusal['part'],
  { refusals, value }: { refusals: Refusal[]; value: unknown },
  read: () => Part,
): Part | undefined {
  try {
    return read();
  } catch (error) {
    refusals.push(refusalOf(error, part, value));
    return undefined;
  }
}
