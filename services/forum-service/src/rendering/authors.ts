import { type Executor, preparedStatement } from '@guidepost/postgres';
import { createFindAuthor, type FindAuthor } from './link-names.ts';
import type { PostToRender, RenderingForum } from './post-to-render.ts';

interface AuthorRow {
  name: string;
  /** Null for the dialog itself. */
  comment_id: number | null;
}

/** Comments looked through for names, the latest ones. */
const MAX_COMMENTS = 1_000;

const listAuthors = preparedStatement(new URL('./sql/list-authors.sql', import.meta.url));

/** Who wrote in the dialog of a comment before it; undefined if the comment cannot name anyone. */
export async function findAuthorsBefore(
  executor: Executor,
  { forumId, addresses }: RenderingForum,
  { text, markdown, dialog_id, id }: PostToRender,
): Promise<FindAuthor | undefined> {
  if (!markdown || dialog_id === undefined || !text.includes('@')) return undefined;
  const rows = await executor.any<AuthorRow>(listAuthors([forumId, dialog_id, id, MAX_COMMENTS]));
  return createFindAuthor(
    rows.map(({ name, comment_id }) => ({
      name,
      address:
        comment_id === null ? addresses.dialogPage(dialog_id) : addresses.commentPage(dialog_id, comment_id),
    })),
  );
}
