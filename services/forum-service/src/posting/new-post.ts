import type { Identify, Identity } from '../posters/identity.ts';
import type { Hold } from './hold.ts';
import type { Origin } from './origin.ts';
import type { FieldsRequest } from './read-fields.ts';

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
  { forum, origin, accessKeyId }: Pick<FieldsRequest, 'forum' | 'accessKeyId'> & { origin: Origin },
  { name, useremail: email }: AuthorFields,
): Promise<NewPost> {
  const { sender } = origin;
  const keyed = accessKeyId !== undefined;
  const identity = await identify({ forumId: forum.id, email, name, sender, keyed });
  return { forumId: forum.id, author: { identity, email, name }, origin };
}
