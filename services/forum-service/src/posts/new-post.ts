import type { Identify, Identity } from '../model/identity.ts';
import type { Member } from '../model/member.ts';
import type { Hold } from './hold.ts';
import type { Origin } from './origin.ts';
import type { FieldsRequest } from './validate-fields.ts';

export interface NewPost {
  forumId: number;
  author: Author;
  origin: Origin;
  /** Default: never. */
  hold?: Hold;
}

export interface Author {
  identity: Identity;
  email: string;
  name: string;
}

export interface AuthorFields {
  name: string;
  useremail: string;
}

interface PostRequest extends Pick<FieldsRequest, 'forum' | 'accessKeyId'> {
  origin: Origin;
  /** Who is signed in and posts. */
  member?: Member | undefined;
}

export async function newPostOf(
  identify: Identify,
  { forum, origin, accessKeyId, member }: PostRequest,
  { name, useremail: email }: AuthorFields,
): Promise<NewPost> {
  const { sender } = origin;
  const keyed = accessKeyId !== undefined;
  const isMember = member !== undefined;
  const identity = await identify({ forumId: forum.id, email, name, sender, keyed, isMember });
  return { forumId: forum.id, author: { identity, email, name }, origin };
}
