/** What PostgreSQL answers although the engine could be asked: it does it better, or the engine cannot. */
export type Rule = 'words' | 'depth' | 'order' | 'removals';

/** How far the index of an engine is, as `search_index_state` says it. */
export type IndexState = 'ready' | 'not_ready' | 'behind';

/** What became of a question to an engine that did not answer. */
export type Refusal = 'busy' | 'open' | 'failed' | 'refused';

/** Why the one or the other engine answered a search. */
export type Reason = 'usual' | Rule | Exclude<IndexState, 'ready'> | Refusal;
