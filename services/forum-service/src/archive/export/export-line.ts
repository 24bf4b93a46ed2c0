import type { ArchiveLine, LineAuthor, LinePost } from '../import/line-schema.ts';
import type { AuthorRow, ExportedDialog, PostRow } from './snapshot.ts';

/** Whether an export identifies authors; without it names, addresses and metadata are left out. */
export interface Disclosure {
  personalData: boolean;
}

/** A dialog as a line of an archive; default values are omitted. */
export function exportLine(
  { dialog, tags, votes, comments }: ExportedDialog,
  disclosure: Disclosure,
): ArchiveLine {
  const { topic, title, archived, state, former_state, accepted_comment, views, metadata } = dialog;
  return {
    topic,
    title,
    ...post(dialog, disclosure),
    ...(archived && { archived }),
    ...(state !== null && { state }),
    ...(former_state !== null && { former_state }),
    ...(views > 0 && { views }),
    ...(metadata && disclosure.personalData && { metadata }),
    ...(tags.length > 0 && {
      tags: tags.map(({ name, is_public }) => (is_public ? { name, is_public } : name)),
    }),
    ...(votes.length > 0 && {
      votes: votes.map((vote) => ({ ...author(vote, disclosure), pub_date: vote.pub_date })),
    }),
    ...(comments.length > 0 && {
      comments: comments.map((comment) => ({
        ...post(comment, disclosure),
        ...(comment.is_org_reply && { is_org_reply: true }),
        ...(comment.id === accepted_comment && { accepted: true }),
      })),
    }),
  };
}

function post(row: PostRow, disclosure: Disclosure): LinePost {
  const { id, text, markdown, pub_date, confirmed, held, work_title } = row;
  return {
    id,
    text,
    ...(markdown && { markdown }),
    ...author(row, disclosure),
    pub_date,
    ...(work_title !== null && disclosure.personalData && { work_title }),
    ...(confirmed && disclosure.personalData && { confirmed }),
    ...(held && { held }),
  };
}

/** The number is the public user id, so it groups the same posts as the API does. */
function author({ poster_id, author_name, email }: AuthorRow, { personalData }: Disclosure): LineAuthor {
  if (!personalData) return { name: `user ${poster_id}` };
  return { name: author_name, ...(email !== null && { useremail: email }) };
}
