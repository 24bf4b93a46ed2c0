import type { IncomingMessage } from 'node:http';
import type { ParameterReader, ParameterValues } from '@guidepost/http';
import type { ContentReader } from '@guidepost/postgres';
import type { OnViewed } from '../counts/views.ts';
import type { SentFile } from '../files/files.ts';
import type { Actor } from '../model/actor.ts';
import type { Addresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import type { Member } from '../model/person.ts';
import type { FieldTable } from '../posts/field-kinds.ts';
import type { Origin } from '../posts/new-post.ts';
import type { Submission } from '../posts/submission.ts';
import type { ForumKey, KeyScope } from '../tenants/access-keys.ts';
import type { Content, ResourceRecord } from './formats/record.ts';

type MaybePromise<Value> = Value | Promise<Value>;

/** An admitted request: what features get instead of Express's objects. */
export interface Call {
  forum: Forum;
  addresses: Addresses;
  accessKeyId: number | undefined;
  accessKey?: ForumKey | undefined;
  path: Readonly<Record<string, string>>;
}

export interface Read extends Call {
  /** Where to read what everybody may see. */
  content: ContentReader;
  parameters: ParameterValues;
}

/** The result of a read, independent of the format. */
export interface Answer {
  content: Content;
  total?: number;
  /** Whether the slice was cut at the size limit. */
  isCut?: boolean;
  /** Whether a search could not look at everything. */
  isPartial?: boolean;
}

/** Reads a slice of a list, cut where its texts exceed this many bytes of UTF-8. */
export type ReadSlice = (mostBytes: number) => Promise<Answer>;

/** Where a path names a dialog, and the address of the same for another dialog. */
export interface DialogPlace {
  parameter: 'id' | 'dialog';
  addressOf: (call: Call, dialogId: number) => string;
}

export type RecordName = 'Dialog' | 'Comment' | 'Tag' | 'Properties' | 'Report' | 'Address';

/** Declares a read: requests are validated by it, and the OpenAPI document is generated from it. */
export interface ReadDescription {
  summary: string;
  description?: string;
  parameters: ParameterReader;
  /** One record, a counted slice of a list, or a whole list. */
  answer: { record: RecordName; list?: 'slice' | 'all' };
  requiresKey?: boolean;
  /** The scope that the key must have; `read` by default. */
  scope?: KeyScope;
  /** Leads on from dialogs that were merged into others. */
  ofDialog?: DialogPlace;
}

/** An answer that was not from the cache, and who asked. */
export interface Answered {
  read: Read;
  total: number | undefined;
  request: IncomingMessage;
  /** The client's address. */
  address: string;
}

export interface ReadEndpoint extends ReadDescription {
  /** Whether responses depend on more than the forum's revision and so are not cached. */
  uncached?: boolean;
  /** Returns the answer, or a function that reads as much as fits. */
  handle: (read: Read) => Promise<Answer | ReadSlice>;
  /** Called for each successful GET, also when answered from the cache, with the client's address. */
  onViewed?: OnViewed;
  onAnswered?: (answered: Answered) => void;
}

export interface Post extends Call {
  submission: Submission;
  origin: Origin;
  /** Who is signed in and sent it from a page; never over the API. */
  member?: Member;
  /** Files were sent with it; none of them is here if they were not kept. Never over the API. */
  attachments?: readonly SentFile[];
}

export interface Posted {
  location?: string;
  /** Makes the address of the page for a person who sent a form; programs need none. */
  page: () => Promise<string>;
}

/** Declares a post, as ReadDescription does a read. */
export interface PostDescription {
  summary: string;
  description?: string;
  fields: FieldTable;
  /** Whether repeating it is accepted and has no effect. */
  repeatable?: boolean;
  /** Whether the `id` in the path is a dialog's: posts to a merged one go to the one that it is part of. */
  ofDialog?: boolean;
}

export interface PostEndpoint extends PostDescription {
  countsAs: 'post' | 'vote';
  /** The page for people who open the form's address with GET; undefined if there is none. */
  pageOf: (call: Pick<Call, 'forum' | 'addresses' | 'path'>) => MaybePromise<string | undefined>;
  handle: (post: Post) => Promise<Posted>;
}

export interface Write extends Call {
  /** The fields that were sent, nulls included. */
  submission: Submission;
  actor: Actor;
}

/** Declares a change by a key that may write. */
export interface WriteDescription {
  summary: string;
  description?: string;
  /** Undefined without a body. */
  fields?: FieldTable;
  /** The record that it is answered with; undefined for a deletion. */
  record?: RecordName;
  /** Whether the record is new: a 201 with its address. */
  isNew?: boolean;
}

export interface WriteEndpoint extends WriteDescription {
  handle: (write: Write) => Promise<ResourceRecord | undefined>;
}

export interface Operations {
  /** Its path ends with the format. */
  get?: ReadEndpoint;
  post?: PostEndpoint;
  /** Their paths end with the format, too. */
  patch?: WriteEndpoint;
  delete?: WriteEndpoint;
  /** A change by POST, answered in JSON. */
  perform?: WriteEndpoint;
}

export type Routes = Readonly<Record<string, Operations>>;
