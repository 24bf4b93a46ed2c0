import type { Followers, FollowRequest } from '../notices/followers.ts';
import { wantsAnswers } from '../posts/answers-by-mail.ts';
import type { Post } from './endpoint.ts';

/** Follows what was posted if the form asks for answers by mail. @returns whether the address is to be confirmed first */
export async function followIfWanted(
  followers: Followers,
  post: Post,
  followed: Pick<FollowRequest, 'dialogId' | 'email'>,
): Promise<boolean> {
  const { forum, member, origin } = post;
  if (!wantsAnswers(post)) return false;
  return followers.follow({ ...followed, forum, sender: origin.sender, isProven: member !== undefined });
}
