import type { Executor } from '@guidepost/postgres';
import { startTimeSlice } from '@guidepost/service-kit';
import { findLinkKinds } from '../files/link-kinds.ts';
import { findAuthorsBefore } from './authors.ts';
import type { PostToRender, RenderingForum } from './post-to-render.ts';
import { renderPostText } from './render-post-text.ts';

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
