import { type Executor, sql } from '@guidepost/postgres';
import { startTimeSlice } from '@guidepost/service-kit';
import type { KindOf } from '../files/embedding.ts';
import { findLinkKinds } from '../files/link-kinds.ts';
import type { Addresses } from '../model/addresses.ts';
import { createFindAuthor, type FindAuthor } from './link-names.ts';
import { mailTextOf, plainTextOf } from './parse-markdown.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderText } from './render-text.ts';

/** The text of a post, as typed. */
export interface PostText {
  text: string;
  /** Otherwise it is plain. */
  markdown: boolean;
}

interface Surroundings {
  /** Decides how its links are embedded; by default their endings do. */
  kindOf?: KindOf | undefined;
  /** Who wrote in its dialog; by default unknown. */
  findAuthor?: FindAuthor | undefined;
}

/** The HTML of a post: the one function for pages, the API, feeds and previews. */
export function renderPostText({ text, markdown }: PostText, surroundings: Surroundings = {}): string {
  return markdown ? renderMarkdown(text, surroundings) : renderText(text, surroundings.kindOf);
}

/** A post without emphasis, for mail; it still says where its links lead, and what its lists and quotes are. */
export function mailedText({ text, markdown }: PostText): string {
  return markdown ? mailTextOf(text) : text;
}

/** A post without markup, for excerpts and descriptions. */
export function readableText({ text, markdown }: PostText): string {
  return markdown ? plainTextOf(text) : text;
}

/** A forum, as far as its posts link to its pages and files. */
interface RenderingForum {
  forumId: number;
  addresses: Pick<Addresses, 'file' | 'dialogPage' | 'commentPage'>;
}

export interface PostToRender extends PostText {
  /** The dialog of a comment, whose Markdown may name those who wrote in it. */
  dialog_id?: number | undefined;
  /** The id of a comment that exists; names of later authors stay text. */
  id?: number | undefined;
}

interface AuthorRow {
  name: string;
  /** Null for the dialog itself. */
  comment_id: number | null;
}

/** Comments looked through for names, the latest ones. */
const MAX_COMMENTS = 1_000;

const listAuthors = sql`
  -- The visible author of the dialog $2 and those of its $4 latest visible comments, or of those before comment $3, the
  -- oldest first.
  select d.author_name as name, null::bigint as comment_id
  from dialogs d
  where d.forum_id = $1 and d.id = $2 and not d.held
  union all
  (
    select latest.name, latest.id
    from (
      select c.author_name as name, c.id
      from comments c
      where c.forum_id = $1 and c.dialog_id = $2 and not c.held and ($3::bigint is null or c.id < $3)
      order by c.id desc
      limit $4
    ) latest
    order by latest.id
  )
`;

/** Renders posts of a forum, or previews of them, in order. */
export async function renderPosts(
  executor: Executor,
  forum: RenderingForum,
  posts: readonly PostToRender[],
): Promise<string[]> {
  const files = forum.addresses.file('');
  const kindOf = await findLinkKinds(
    executor,
    { forumId: forum.forumId, files },
    posts.map(({ text }) => text),
  );
  const html: string[] = [];
  const slice = startTimeSlice();
  for (const post of posts) {
    if (slice.isOver) await slice.next();
    const findAuthor = await findAuthorsBefore(executor, forum, post);
    html.push(renderPostText(post, { kindOf, findAuthor }));
  }
  return html;
}

export async function renderPost(
  executor: Executor,
  forum: RenderingForum,
  post: PostToRender,
): Promise<string> {
  const [html = ''] = await renderPosts(executor, forum, [post]);
  return html;
}

/** Who wrote in the dialog of a comment before it; undefined if the comment cannot name anyone. */
async function findAuthorsBefore(
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
