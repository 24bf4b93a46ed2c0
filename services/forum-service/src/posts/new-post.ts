import type { IncomingMessage } from 'node:http';
import type { Clients } from '@guidepost/http';
import { type Executor, isForeignKeyViolation, isUniqueViolation, type Statement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Identify, Identity } from '../model/identity.ts';
import { foldEmail, type Member } from '../model/person.ts';
import type { StaffNames } from '../people/staff-names.ts';
import { type FieldsRequest, fillsHoneypot } from './submission.ts';
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

/** Whether to hold a post for review; `new`: unless its poster already has a visible post. */
type Hold = 'always' | 'new' | 'never';

const LINK = /https?:\/\//i;
const ADDRESS = /https?:\/\/\S*/gi;
const END = /[^\p{L}\p{N}/]+$/u;

export function holdsLink(texts: readonly string[]): boolean {
  return texts.some((text) => LINK.test(text));
}

/** Whether the texts of a post after an edit hold an address that those before it do not. */
export function holdsNewLink(before: readonly string[], after: readonly string[]): boolean {
  const known = addressesIn(before);
  return [...addressesIn(after)].some((address) => !known.has(address));
}

/** As typed, so that what surrounds an address may count as a part of it, but none is missed. */
function addressesIn(texts: readonly string[]): Set<string> {
  const addresses = texts.flatMap((text) => text.match(ADDRESS) ?? []);
  return new Set(addresses.map((address) => address.replace(END, '')));
}

/**
 * Posts with a key come from the organization's own server and are never held.
 * @param shown all displayed texts of the post
 */
export function holdFor(post: FieldsRequest, shown: readonly string[]): Hold {
  const { forum, accessKeyId } = post;
  if (fillsHoneypot(post)) return 'always';
  if (accessKeyId !== undefined || forum.hold === 'none') return 'never';
  if (forum.hold === 'new') return 'new';
  return holdsLink(shown) ? 'always' : 'never';
}

/** No row when there is no such parent. */
type PostedRow<Posted> = ({ accepted: true } & Posted) | { accepted: false };

const IDS = ['dialogs_pkey', 'comments_pkey'];

/** An import may have taken a generated id and the next ones. */
const MAX_ATTEMPTS = 100;

/**
 * Runs a posting statement.
 * @param values of `$9` and up
 * @throws AppError `not-found` when the parent does not exist, or is deleted meanwhile; `forbidden` when refused
 */
type RunPost<Posted> = (executor: Executor, post: NewPost, values: readonly unknown[]) => Promise<Posted>;

/**
 * Runs a posting statement, again if its id is taken.
 * @param refusal why a post is not accepted
 */
export function postStatement<Posted>(bind: Statement, refusal: string): RunPost<Posted> {
  return async (executor, post, values) => {
    const statement = bind([...valuesOf(post), ...values]);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const row = await executor.oneOrNone<PostedRow<Posted>>(statement);
        if (row === null) throw notFound();
        if (!row.accepted) throw new AppError('forbidden', refusal);
        return row;
      } catch (cause) {
        if (isForeignKeyViolation(cause)) throw notFound(cause);
        if (attempt === MAX_ATTEMPTS || !isUniqueViolation(cause, IDS)) throw cause;
      }
    }
  };
}

/** `$1` to `$8` of every posting statement. */
function valuesOf({ forumId, author, origin, hold = 'never' }: NewPost): unknown[] {
  const { identity, email } = author;
  const { claimed, sender } = origin;
  return [forumId, identity.poster, email, foldEmail(email), claimed, sender, hold, identity.claim];
}

function notFound(cause?: unknown): AppError {
  return new AppError('not-found', 'There is no such dialog or comment.', { cause });
}
