import type { IncomingMessage } from 'node:http';
import type { Query } from '@guidepost/http';
import type { KnowledgeBase } from '../knowledge-bases/knowledge-base.ts';

/** A request that passed every judge: what features get instead of Express's objects. */
export interface Call {
  knowledgeBase: KnowledgeBase;
  /** What the route's pattern found in the path, decoded. */
  path: Readonly<Record<string, string>>;
  query: Query;
}

/** A request to do something, which has a sender and perhaps a body. */
export interface PostCall extends Call {
  request: IncomingMessage;
  /** Whether it carries a valid access key, so that it is believed whom it speaks for. */
  keyed: boolean;
}

/** What a feature answers to GET: patterns of paths below the mount, and the document's text for each. */
export type Routes = Readonly<Record<string, (call: Call) => Promise<string>>>;

/** What a feature answers to POST, likewise. */
export type PostRoutes = Readonly<Record<string, (call: PostCall) => Promise<string>>>;
