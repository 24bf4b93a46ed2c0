import type { IncomingMessage } from 'node:http';
import type { HeaderFields, ParameterReader, ParameterValues, Query, WrittenBody } from '@guidepost/http';
import type { ErrorKind } from '@guidepost/service-kit';
import type { SchemaObject } from 'ajv';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import type { Actor } from '../../model/permissions.ts';
import type { ReadGuide } from '../../readers/read-guide.ts';
import type { Mount } from '../json-api/mount.ts';
import type { Parameters } from '../json-api/page-links.ts';
import type { ResourceType } from '../json-api/resource-types.ts';

export interface Call {
  /** In the language of the request. */
  knowledgeBase: KnowledgeBase;
  /** The language that answers a request for one: that of the knowledge base. Undefined if the request names none. */
  language?: string | undefined;
  /** Whose key may write: sees what readers do not. */
  writer?: Actor | undefined;
  path: Readonly<Record<string, string>>;
  query: Query;
  parameters: ParameterValues;
}

export interface PostCall extends Call {
  request: IncomingMessage;
  /** Whether the request has a valid access key and may name the address of a visitor. */
  keyed: boolean;
}

/** A call that changes something. */
export type WriteCall = PostCall & { writer: Actor };

/** A document with what differs from a usual answer. */
export interface Answer extends WrittenBody {
  status?: number;
  headers?: HeaderFields;
}

/** A deleted resource has no document. */
export interface Gone {
  status: 204;
}

/** The resource has moved to another path. */
export interface Moved {
  /** Without the query, which the redirect keeps. */
  movedTo: string;
}

/** The declaration of an endpoint, which validates requests and generates the OpenAPI document. */
export interface EndpointDescription {
  summary: string;
  description?: string;
  parameters: ParameterReader;
  /** Those for keys that may write, if they differ. */
  writerParameters?: ParameterReader;
  answer: {
    type: ResourceType;
    /** Whether `data` is an array with pages. */
    list?: boolean;
    /** Whether it may answer with 301. */
    moved?: boolean;
    /** The schema and an example of `meta`, for single resources. */
    meta?: SchemaObject;
  };
}

/** The declaration of an endpoint for keys that may write. */
export interface WriteDescription extends Omit<EndpointDescription, 'answer'> {
  /** The bodies that it accepts, by media type; undefined for none. */
  body?: Record<string, { schema: SchemaObject; example: unknown }>;
  /** The status of success, and the schema of its document with an example. */
  status: 200 | 201 | 204;
  /** The errors of changes that it may answer with, besides those of all. */
  refusals: readonly ErrorKind[];
  answer?: {
    type?: ResourceType;
    schema?: SchemaObject;
    example?: unknown;
    meta?: SchemaObject;
    /** Whether `data` is an array of what `schema` says, with pages. */
    list?: boolean;
  };
}

export interface Endpoint<Received extends Call = Call> extends EndpointDescription {
  /** The guide that it shows, whose views are counted. */
  viewed?: (path: Call['path']) => Omit<ReadGuide, 'knowledgeBaseId'>;
  /** Whether the answer depends on more than the revision of the knowledge base. */
  uncached?: (query: Query) => boolean;
  /** Effective parameters of this endpoint, which links to other pages keep. */
  applied?: (call: Call) => Parameters;
  handle: (call: Received) => Promise<Answer | Moved>;
}

export interface WriteEndpoint extends WriteDescription {
  change: (call: WriteCall) => Promise<Answer | Gone>;
}

export interface Operations {
  /** That of a `WriteEndpoint` is for keys that may write alone. */
  get?: Endpoint<PostCall> | WriteEndpoint;
  post?: Endpoint<PostCall> | WriteEndpoint;
  patch?: WriteEndpoint;
  delete?: WriteEndpoint;
  /** Another path to the same resource, which is not documented. */
  alias?: boolean;
}

/** By path pattern below the mount. */
export type Routes = Readonly<Record<string, Operations>>;

export interface MountedApi {
  mount: Mount;
  routes: Routes;
}
