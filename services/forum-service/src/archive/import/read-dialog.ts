import { contentHash } from '../../dialogs/content-hash.ts';
import type { Forum } from '../../model/forum.ts';
import type { KindOf } from '../../model/media-kind.ts';
import { foldTagName } from '../../model/tag.ts';
import { parseTopic, type Topic } from '../../model/topics.ts';
import type { FieldMistake } from '../../posting/field-mistake.ts';
import { describeMistake } from '../../posting/messages.ts';
import { type Metadata, metadataTable } from '../../posting/metadata.ts';
import { readText, type TextRule } from '../../posting/text-field.ts';
import { renderPostText } from '../../rendering/render-post-text.ts';
import type {
  ArchivedAuthor,
  ArchivedComment,
  ArchivedDialog,
  ArchivedPost,
  ArchivedTag,
  ArchivedVote,
} from './archived-dialog.ts';
import type { ImportedIdentities } from './imported-identity.ts';
import type { ArchiveLine, LineAuthor, LineComment, LinePost } from './line-schema.ts';
import { readDate } from './read-date.ts';
import { refuse } from './refuse.ts';

const NAME: TextRule = { maximum: 100 };
const EMAIL: TextRule = { maximum: 254 };
const TITLE: TextRule = { maximum: 200 };
const TEXT: TextRule = { maximum: 20_000, manyLines: true };

export interface ArchiveReading {
  forum: Forum;
  identities: ImportedIdentities;
  now: Date;
  /** Decides how links are embedded. */
  kindOf: KindOf;
}

/**
 * Validates a line by the rules for posts, except that archives may have topics no longer offered, duplicate content,
 * undeliverable e-mail addresses, or none.
 * @throws AppError `invalid`
 */
export function readDialog(line: ArchiveLine, reading: ArchiveReading): ArchivedDialog {
  const { archived = false, held = false, comments = [] } = line;
  const post = readPost(line, '', reading);
  const title = requireText(line.title, 'title', TITLE);
  return {
    ...post,
    topic: readTopic(line.topic),
    title,
    content_hash: contentHash(title, post.text).toString('hex'),
    archived: archived || held,
    state: optionalText(line.state, 'state', NAME),
    former_state: optionalText(line.former_state, 'former_state', NAME),
    views: line.views ?? 0,
    metadata: readMetadata(line.metadata ?? {}, reading.forum),
    tags: readTags(line.tags ?? []),
    votes: readVotes(line.votes ?? [], reading),
    comments: readComments(comments, reading),
  };
}

function readComments(comments: readonly LineComment[], reading: ArchiveReading): ArchivedComment[] {
  const [, second] = comments.flatMap(({ accepted }, index) => (accepted ? [index] : []));
  if (second !== undefined) refuse(`comments[${second}].accepted`, 'another comment is accepted');
  return comments.map((comment, index) => ({
    ...readPost(comment, `comments[${index}].`, reading),
    is_org_reply: comment.is_org_reply ?? false,
    accepted: comment.accepted ?? false,
  }));
}

function readPost(post: LinePost, place: string, reading: ArchiveReading): ArchivedPost {
  const { id, markdown = false, pub_date, work_title, confirmed = false, held = false } = post;
  const author = readAuthor(post, place, reading);
  const text = requireText(post.text, `${place}text`, TEXT);
  if (confirmed && author.email === null) refuse(`${place}confirmed`, 'needs useremail');
  return {
    ...author,
    id,
    text,
    markdown,
    text_html: renderPostText({ text, markdown }, reading),
    pub_date: readDate(pub_date, `${place}pub_date`, reading.now),
    work_title: optionalText(work_title, `${place}work_title`, NAME),
    confirmed,
    held,
  };
}

function readAuthor(
  { name, useremail }: LineAuthor,
  place: string,
  { identities }: ArchiveReading,
): ArchivedAuthor {
  const person = {
    name: requireText(name, `${place}name`, NAME),
    email: optionalText(useremail, `${place}useremail`, EMAIL),
  };
  return { ...person, poster: identities.poster(person) };
}

/** Keeps the first vote of each e-mail address, or of each name without one. */
function readVotes(votes: NonNullable<ArchiveLine['votes']>, reading: ArchiveReading): ArchivedVote[] {
  const byVoter = new Map<string, ArchivedVote>();
  for (const [index, vote] of votes.entries()) {
    const place = `votes[${index}].`;
    const author = readAuthor(vote, place, reading);
    const voted_at = readDate(vote.pub_date, `${place}pub_date`, reading.now);
    const voter = reading.identities.voter(author);
    if (!byVoter.has(voter)) byVoter.set(voter, { ...author, voter, voted_at });
  }
  return [...byVoter.values()];
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

function requireText(sent: string, place: string, rule: TextRule): string {
  return optionalText(sent, place, rule) ?? refuse(place, 'must not be empty');
}

function optionalText(sent: string | null | undefined, place: string, rule: TextRule): string | null {
  const reading = readText(sent ?? undefined, rule);
  return 'mistakes' in reading ? refuse(place, describe(reading.mistakes)) : (reading.value ?? null);
}

function describe(mistakes: readonly FieldMistake[]): string {
  return mistakes.map((mistake) => describeMistake(mistake, 'en')).join(' ');
}
