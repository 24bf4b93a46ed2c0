import type { ParameterReader, ParameterValues } from '@guidepost/http';
import type { Addresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import type { FieldTable } from '../posting/field.ts';
import type { Origin } from '../posting/origin.ts';
import type { Submission } from '../posting/submission.ts';
import type { Viewed } from '../views/views.ts';
import type { Content } from './formats/record.ts';

type MaybePromise<Value> = Value | Promise<Value>;

/** A request that passed every judge: what features get instead of Express's objects. */
export interface Call {
  forum: Forum;
  /** Of the forum's records. */
  addresses: Addresses;
  /** Of a valid key. */
  accessKeyId: number | undefined;
  /** What the route's pattern found in the path, decoded and without the ending. */
  path: Readonly<Record<string, string>>;
}

export interface Read extends Call {
  /** What the endpoint declares, valid. */
  parameters: ParameterValues;
}

/** What a read is answered with, in whatever format. */
export interface Answer {
  content: Content;
  /** How many records there are on all pages of a list. */
  total?: number;
  /** Whether more of the list was asked for than was read. */
  isCut?: boolean;
}

/** Reads a section of a list, which is cut where its texts would pass so many bytes of UTF-8. */
export type ReadSection = (mostBytes: number) => Promise<Answer>;

/** What answers are made of, as the OpenAPI document calls it. */
export type RecordName = 'Dialog' | 'Comment' | 'Tag' | 'Properties';

/** What clients need to know of a read: requests are judged by it, and the OpenAPI document is made from it. */
export interface ReadDescription {
  /** A few words. */
  summary: string;
  /** CommonMark. */
  description?: string;
  parameters: ParameterReader;
  /** One record, a section of a list that is counted, or all of a list. */
  answer: { record: RecordName; list?: 'section' | 'all' };
  /** Whether nobody gets an answer without a key. */
  keyNeeded?: boolean;
}

export interface ReadEndpoint extends ReadDescription {
  /** Whether each answer is made anew, since it depends on more than the forum's revision. */
  neverKept?: boolean;
  /** Gives the answer, or a way to read as much of it as there is room for. */
  handle: (read: Read) => Promise<Answer | ReadSection>;
  /** Hears of each GET that found what it asked for, whoever answered it, and of the address that it came from. */
  onViewed?: (viewed: Viewed, client: string) => void;
}

export interface Post extends Call {
  submission: Submission;
  origin: Origin;
}

/** What became of a post that was taken. */
export interface Posted {
  /** The address of the new record, where it has one that answers. */
  location?: string;
  /** The page to lead people to who have sent a form. */
  page: string;
}

/** What clients need to know of a post. */
export interface PostDescription {
  /** A few words. */
  summary: string;
  /** CommonMark. */
  description?: string;
  fields: FieldTable;
  /** Whether the same is taken again, and changes nothing. */
  repeatable?: boolean;
}

export interface PostEndpoint extends PostDescription {
  /** What it counts as for those who are limited. */
  countsAs: 'post' | 'vote';
  /** The page to lead people to who open the address that a form is sent to; undefined where there is none. */
  pageOf: (call: Pick<Call, 'forum' | 'addresses' | 'path'>) => MaybePromise<string | undefined>;
  handle: (post: Post) => Promise<Posted>;
}

/** What one path takes. */
export interface Operations {
  /** Its path's last parameter is followed by the ending that selects the format. */
  get?: ReadEndpoint;
  /** Its path has no ending. */
  post?: PostEndpoint;
}

/** What a feature answers: by patterns of paths below `/api`. */
export type Routes = Readonly<Record<string, Operations>>;
