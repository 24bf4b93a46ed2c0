import type { ArchivedComment, ArchivedVote } from './archived-dialog.ts';
import { checkComment, checkVote } from './check-line.ts';
import { readDate } from './read-date.ts';
import { type ArchiveReading, readAuthor, readPost } from './read-post.ts';
import { type Refusal, refusalOf } from './refuse.ts';

/** @param refusals takes those of the comments that are left out, and of marks as the accepted answer */
export function readComments(
  sent: readonly unknown[],
  reading: ArchiveReading,
  refusals: Refusal[],
): ArchivedComment[] {
  const comments: ArchivedComment[] = [];
  for (const [index, value] of sent.entries()) {
    const place = `comments[${index}]`;
    const comment = unlessRefused('comment', refusals, () => ({
      index,
      ...readComment(value, place, reading),
    }));
    if (!comment) continue;
    const isSecond = comment.accepted && comments.some(({ accepted }) => accepted);
    if (isSecond) refusals.push({ part: 'mark', reason: `${place}.accepted: another comment is accepted` });
    comments.push(isSecond ? { ...comment, accepted: false } : comment);
  }
  return comments;
}

function readComment(value: unknown, place: string, reading: ArchiveReading): Omit<ArchivedComment, 'index'> {
  const comment = checkComment(value, place);
  return {
    ...readPost(comment, `${place}.`, reading),
    is_org_reply: comment.is_org_reply ?? false,
    accepted: comment.accepted ?? false,
  };
}

/**
 * Keeps the first vote of each e-mail address, or of each name without one.
 * @param refusals takes those of the votes that are left out
 */
export function readVotes(
  sent: readonly unknown[],
  reading: ArchiveReading,
  refusals: Refusal[],
): ArchivedVote[] {
  const byVoter = new Map<string, ArchivedVote>();
  for (const [index, value] of sent.entries()) {
    const vote = unlessRefused('vote', refusals, () => readVote(value, `votes[${index}]`, reading));
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

function unlessRefused<Part>(part: Refusal['part'], refusals: Refusal[], read: () => Part): Part | undefined {
  try {
    return read();
  } catch (error) {
    refusals.push(refusalOf(error, part));
    return undefined;
  }
}
