import type { Author } from '../../model/author.ts';
import type { CommentWithText, DialogWithComments } from '../../posts/dialog-with-comments.ts';
import type { Site } from '../site.ts';

/**
 * Structured data for search engines: a question with replies is https://schema.org/QAPage, anything else
 * https://schema.org/DiscussionForumPosting.
 */
export function postingRecord(site: Site, dialog: DialogWithComments): object {
  const url = site.addresses.dialogPage(dialog.id);
  const page = { '@context': 'https://schema.org', url, inLanguage: site.language };
  const comments = (type: 'Answer' | 'Comment') =>
    dialog.comments.map((comment) => commentRecord(site, comment, type));
  if (dialog.topic === 'Q') {
    const question = { '@type': 'Question', name: dialog.title, ...postProperties(dialog) };
    const counts = { upvoteCount: dialog.num_votes, answerCount: dialog.num_comments };
    const mainEntity = { ...question, ...counts, ...answersTo(dialog, comments('Answer')) };
    return { ...page, '@type': 'QAPage', mainEntity };
  }
  return {
    ...page,
    '@type': 'DiscussionForumPosting',
    headline: dialog.title,
    ...postProperties(dialog),
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: dialog.num_votes,
    },
    commentCount: dialog.num_comments,
    comment: comments('Comment'),
  };
}

/** The accepted answer, if it is among these, and the others. */
function answersTo({ accepted_comment, comments }: DialogWithComments, records: readonly object[]): object {
  const isAccepted = (_: object, index: number) => comments[index]?.id === accepted_comment;
  const accepted = records.find(isAccepted);
  return {
    ...(accepted && { acceptedAnswer: accepted }),
    suggestedAnswer: records.filter((record) => record !== accepted),
  };
}

function commentRecord({ addresses }: Site, comment: CommentWithText, type: 'Answer' | 'Comment'): object {
  const url = addresses.commentPage(comment.dialog_id, comment.id);
  return { '@type': type, url, ...postProperties(comment) };
}

function postProperties(post: Author & { text: string; pub_date: string }): object {
  return { text: post.text, datePublished: post.pub_date, author: authorRecord(post) };
}

function authorRecord({ author_name: name, work_title }: Author): object {
  return { '@type': 'Person', name, jobTitle: work_title ?? undefined };
}
