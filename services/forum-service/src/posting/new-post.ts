import type { Call } from '../api/endpoint.ts';
import type { Identify, Identity } from '../posters/identity.ts';
import type { Hold } from './hold.ts';
import type { Origin } from './origin.ts';

/** What everything that is posted has. */
export interface NewPost {
  forumId: number;
  author: Author;
  origin: Origin;
}

/** What an editor may have to see first. */
export interface HoldablePost extends NewPost {
  hold: Hold;
}

/** Who posts, as they say it. */
export interface Author {
  identity: Identity;
  email: string;
  name: string;
  /** Said with a key only. */
  workTitle: string | null;
}

export interface AuthorFields {
  name: string;
  useremail: string;
  work_title?: string | null;
}

export async function authorOf(
  identify: Identify,
  { forum, origin, accessKeyId }: Pick<Call, 'forum' | 'accessKeyId'> & { origin: Origin },
  { name, useremail: email, work_title: workTitle = null }: AuthorFields,
): Promise<Author> {
  const { sender } = origin;
  const identity = await identify({
    forumId: forum.id,
    email,
    name,
    sender,
    keyed: accessKeyId !== undefined,
  });
  return { identity, email, name, workTitle };
}
