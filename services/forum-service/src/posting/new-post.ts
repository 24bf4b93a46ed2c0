import { parseId } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Post } from '../http/endpoint.ts';
import type { Identify, Identity } from '../posters/identity.ts';
import type { Hold } from './hold.ts';
import type { Origin } from './origin.ts';

/** What everything that is posted has. */
export interface NewPost {
  forumId: number;
  author: Author;
  origin: Origin;
  /** Never, where it is not said. */
  hold?: Hold;
}

/** Who posts, as they say it. */
export interface Author {
  identity: Identity;
  email: string;
  name: string;
}

export interface AuthorFields {
  name: string;
  useremail: string;
}

/** What a request says of what everything that is posted has. */
export async function newPostOf(
  identify: Identify,
  { forum, origin, accessKeyId }: Post,
  { name, useremail: email }: AuthorFields,
): Promise<NewPost> {
  const { sender } = origin;
  const keyed = accessKeyId !== undefined;
  const identity = await identify({ forumId: forum.id, email, name, sender, keyed });
  return { forumId: forum.id, author: { identity, email, name }, origin };
}

/** The page of the dialog that something is posted to; undefined for what cannot be one. */
export function dialogPageOf({ addresses, path }: Pick<Post, 'addresses' | 'path'>): string | undefined {
  const id = parseId(path.id);
  return id === undefined ? undefined : addresses.dialogPage(id);
}

/**
 * The id of what something is posted to.
 * @throws AppError `not-found` for what cannot be one
 */
export function parentIdOf({ path }: Pick<Post, 'path'>): number {
  const id = parseId(path.id);
  if (id === undefined) throw new AppError('not-found', 'There is nothing like that to post to.');
  return id;
}
