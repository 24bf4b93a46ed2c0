import type { Identify, Identity } from '../posters/identity.ts';
import type { Hold } from './hold.ts';
import type { Origin } from './origin.ts';
import type { FieldsRequest } from './read-fields.ts';

export interface NewPost {
  forumId: number;
  author: Author;
  origin: Origin;
  /** Default: never. */
  hold?: Hold;
}

/** The author as claimed. */
export interface Author {
  identity: Identity;
  email: string;
  name: string;
}

export interface AuthorFields {
  name: string;
  useremail: string;
}

export async function newPostOf(
  identify: Identify,
  { forum, origin, accessKeyId }: Pick<FieldsRequest, 'forum' | 'accessKeyId'> & { origin: Origin },
  { name, useremail: email }: AuthorFields,
): Promise<NewPost> {
  const { sender } = origin;
  const keyed = accessKeyId !== undefined;
  const identity = await identify({ forumId: forum.id, email, name, sender, keyed });
  return { forumId: forum.id, author: { identity, email, name }, origin };
}
