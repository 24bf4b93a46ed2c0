import type { IncomingMessage } from 'node:http';
import { addressBlock, type Clients } from '@guidepost/http';
import type { Identify, Identity } from '../model/identity.ts';
import type { Member } from '../model/person.ts';
import type { StaffNames } from '../people/staff-names.ts';
import type { Hold } from './hold.ts';
import type { FieldsRequest } from './submission.ts';
import { refuseFields } from './validate-fields.ts';

export interface Origin {
  /** IP address of the request. */
  sender: string;
  /** The address the sender claims to post for, else its own. Unverified. */
  claimed: string;
}

export function originOf(
  request: IncomingMessage,
  { addressOf, claimedAddressOf }: Pick<Clients, 'addressOf' | 'claimedAddressOf'>,
): Origin {
  return { sender: addressOf(request), claimed: claimedAddressOf(request) };
}

/** The address that limits count posts without a key by: forged claims do not use up the limit of an address. */
export function limitedSender({ sender, claimed }: Origin): string {
  return `address:${addressBlock(claimed)} from ${addressBlock(sender)}`;
}

export interface NewPost {
  forumId: number;
  author: Author;
  origin: Origin;
  /** Default: never. */
  hold?: Hold;
}

export interface Author {
  identity: Identity;
  /** Null for guests who vote. */
  email: string | null;
  name: string;
}

interface AuthorFields {
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

/**
 * Keeps the names of staff to themselves. Posts with a key come from the organization's own server.
 * @throws AppError `invalid` for the field `name`
 */
export async function requireFreeName(
  staffNames: StaffNames,
  { forum, accessKeyId, member }: Pick<FieldsRequest, 'forum' | 'accessKeyId'> & { member?: Member },
  name: string,
): Promise<void> {
  if (accessKeyId !== undefined || !(await staffNames.isTaken(forum, name, member?.email))) return;
  throw refuseFields(new Map([['name', [{ message: 'name-taken' }]]]), forum.language);
}
