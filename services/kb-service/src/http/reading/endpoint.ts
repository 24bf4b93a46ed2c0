import type { IncomingMessage } from 'node:http';
import type { ParameterReader, ParameterValues, Query, WrittenBody } from '@guidepost/http';
import type { SchemaObject } from 'ajv';
import type { ReadGuide } from '../../insights/pending-counts.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import type { Mount } from '../json-api/mount.ts';
import type { Parameters } from '../json-api/page-links.ts';
import type { ResourceType } from '../json-api/resource-types.ts';

export interface Call {
  knowledgeBase: KnowledgeBase;
  path: Readonly<Record<string, string>>;
  query: Query;
  parameters: ParameterValues;
}

export interface PostCall extends Call {
  request: IncomingMessage;
  /** Whether the request has a valid access key and may name the address of a visitor. */
  keyed: boolean;
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

export interface Endpoint<Received extends Call = Call> extends EndpointDescription {
  /** The guide that it shows, whose views are counted. */
  viewed?: (path: Call['path']) => Omit<ReadGuide, 'knowledgeBaseId'>;
  /** Whether the answer depends on more than the revision of the knowledge base. */
  uncached?: (query: Query) => boolean;
  /** Effective parameters of this endpoint, which links to other pages keep. */
  applied?: (call: Call) => Parameters;
  handle: (call: Received) => Promise<WrittenBody | Moved>;
}

export interface Operations {
  get?: Endpoint<PostCall>;
  post?: Endpoint<PostCall>;
  /** Another path to the same resource, which is not documented. */
  alias?: boolean;
}

/** By path pattern below the mount. */
export type Routes = Readonly<Record<string, Operations>>;

export interface MountedApi {
  mount: Mount;
  routes: Routes;
}
