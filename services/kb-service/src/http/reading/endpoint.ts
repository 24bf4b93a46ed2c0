import type { IncomingMessage } from 'node:http';
import type { ParameterReader, ParameterValues, Query, WrittenBody } from '@guidepost/http';
import type { SchemaObject } from 'ajv';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import type { Mount } from '../json-api/mount.ts';
import type { Parameters } from '../json-api/page-links.ts';
import type { ResourceType } from '../json-api/resource-types.ts';

/** A request that was let in: what endpoints get instead of Express's objects. */
export interface Call {
  knowledgeBase: KnowledgeBase;
  /** What the route's pattern found in the path, decoded. */
  path: Readonly<Record<string, string>>;
  /** As it was sent. */
  query: Query;
  /** What the endpoint declares, valid. */
  parameters: ParameterValues;
}

/** A request to do something, which has a sender and perhaps a body. */
export interface PostCall extends Call {
  request: IncomingMessage;
  /** Whether it carries a valid access key, so that it is believed whom it speaks for. */
  keyed: boolean;
}

/** What is asked for is found under another path now. */
export interface Moved {
  /** The request's query is carried on to it as it was sent. */
  movedTo: string;
}

/** What clients need to know of an endpoint: requests are judged by it, and the OpenAPI document is made from it. */
export interface EndpointDescription {
  /** A few words. */
  summary: string;
  /** CommonMark. */
  description?: string;
  parameters: ParameterReader;
  answer: {
    /** Of the primary data. */
    type: ResourceType;
    /** Whether `data` is an array, with pages. */
    list?: boolean;
    /** Whether it may answer with 301. */
    moved?: boolean;
    /** The schema of `meta`, with an example, where a single resource has one. */
    meta?: SchemaObject;
  };
}

/** An endpoint with what it does: the document, or where to look instead. */
export interface Endpoint<Received extends Call = Call> extends EndpointDescription {
  /** Whether what is asked for depends on more than the knowledge base's revision. */
  neverKept?: (query: Query) => boolean;
  /** The parameters besides those of all reads that apply to a request: links to other pages carry them on. */
  applied?: (call: Call) => Parameters;
  handle: (call: Received) => Promise<WrittenBody | Moved>;
}

/** What one path takes. */
export interface Operations {
  get?: Endpoint;
  post?: Endpoint<PostCall>;
  /** Another way to what other paths lead to as well; only those are documented. */
  alias?: boolean;
}

/** What is answered, by patterns of paths below the mount. */
export type Routes = Readonly<Record<string, Operations>>;

/** The API as it is served at one mount. */
export interface MountedApi {
  mount: Mount;
  routes: Routes;
}
