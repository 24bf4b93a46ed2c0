import { pathId } from '@guidepost/desk';
import { signedOrigin } from '@guidepost/files';
import type { ForeignSources } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { createAddresses } from '../../model/addresses.ts';
import { displayHtml } from '../../rendering/embed.ts';
import { type PostToRender, renderPosts } from '../../rendering/render-posts.ts';
import { dialogAddress, placeIn } from '../filters/queue-place.ts';
import type { ForumCall } from '../forum-tenant.ts';

/** The dialog in the path of a request. */
export function dialogIdOf({ path }: Pick<ForumCall, 'path'>): number {
  return pathId(path, 'dialog');
}

/** The page of that dialog at the desk, which keeps its place in the queue. */
export function addressOf(call: ForumCall): string {
  return dialogAddress(call, dialogIdOf(call), placeIn(call.query));
}

/** A mistake in a field, in the language of the page. */
export function fieldError(field: string, message: string): AppError {
  return new AppError('invalid', message, { fields: { [field]: [message] } });
}

/** The dialog whose number is the last part of an address that someone pasted. */
export function dialogAt(typed: string): number | undefined {
  const [, digits] = /\/(\d{1,16})(?:[/?#].*)?$/s.exec(typed) ?? [];
  return dialogNumbered(digits ?? '');
}

/** @param typed a number, as people write it: with or without a sign before it */
export function dialogNumbered(typed: string): number | undefined {
  const id = /^#?\d{1,16}$/.test(typed) ? Number(typed.replace('#', '')) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'not-found';
}

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
