import type { Query } from '@guidepost/http';
import type { KnowledgeBase } from '../knowledge-bases/knowledge-base.ts';

/** A request that passed every judge: what features get instead of Express's objects. */
export interface Call {
  knowledgeBase: KnowledgeBase;
  /** What the route's pattern found in the path, decoded. */
  path: Readonly<Record<string, string>>;
  query: Query;
}

/** What is asked for is found under another path now. */
export interface Moved {
  /** The request's query is carried on to it as it was sent. */
  movedTo: string;
}

/** What a feature answers to GET: patterns of paths below the mount, and the document's text for each. */
export type Routes = Readonly<Record<string, (call: Call) => Promise<string | Moved>>>;
