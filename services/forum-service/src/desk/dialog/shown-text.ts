import { signedOrigin } from '@guidepost/files';
import type { ForeignSources } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { createAddresses } from '../../model/addresses.ts';
import { displayHtml } from '../../rendering/display-html.ts';
import type { PostToRender } from '../../rendering/post-to-render.ts';
import { renderPosts } from '../../rendering/render-posts.ts';
import type { ForumCall } from '../forum-tenant.ts';

type Needs = Pick<Context, 'database' | 'config'>;

/** Posts as their readers see them, but that the desk loads nothing from other sites. */
export async function showTexts(
  { database, config }: Needs,
  { tenant: { forum } }: Pick<ForumCall, 'tenant'>,
  posts: readonly PostToRender[],
): Promise<string[]> {
  const addresses = createAddresses(config.PUBLIC_URL, forum);
  const html = await renderPosts(database, { forumId: forum.id, addresses }, posts);
  return html.map((one) => displayHtml(one, { forum: { foreign_images: false }, addresses }));
}

/** Files of forums, which the desk may show from another origin than its own. */
export function sourcesOfFiles({ config }: Pick<Context, 'config'>): ForeignSources {
  const origins = [new URL(config.PUBLIC_URL).origin, signedOrigin(config)].filter(Boolean).join(' ');
  return { 'img-src': origins, 'media-src': origins };
}
