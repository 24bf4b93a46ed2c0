import { rejectUnknown } from '@guidepost/http';
import type { ResourceRow } from '../json-api/resource-graph.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import { noSuch, type Parent } from './parent.ts';
import type { Reader } from './reader.ts';
import type { Call } from './routes.ts';
import { parseSelection } from './selection.ts';

const PARAMETERS = ['include', 'fields[]'];

export interface OneResource {
  type: ResourceType;
  /** The resource that leads to it, when it is read as a relationship: without that there is nothing to find. */
  parent?: Parent;
  find: (attributes: ReadonlySet<string>) => Promise<ResourceRow | null>;
  /** Does what was asked of the resource and gives the document's `meta`, when nothing can be refused any more. */
  meta?: (row: ResourceRow) => Promise<Record<string, unknown>>;
}

/**
 * Answers a request for one resource.
 * @throws AppError `invalid` for its parameters, and only then `not-found`
 */
export async function readOne(
  reader: Reader,
  call: Call,
  { type, parent, find, meta }: OneResource,
): Promise<string> {
  rejectUnknown(call.query, PARAMETERS);
  const selection = parseSelection(type, call.query);
  const row = await find(selection.attributesOf(type));
  if (!row) throw noSuch(parent?.type ?? type);
  const found = { knowledgeBase: call.knowledgeBase, type, rows: [row], selection };
  return reader.represent({ ...found, ...(meta && { finish: () => meta(row) }) });
}
