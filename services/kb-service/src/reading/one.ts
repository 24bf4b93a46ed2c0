import type { ResourceRow } from '../json-api/resource-graph.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import { noSuch, type Parent } from './parent.ts';
import type { Reader } from './reader.ts';
import type { Call, Moved } from './routes.ts';
import { parseSelection } from './selection.ts';

export interface OneResource {
  type: ResourceType;
  /** The resource that leads to it, when it is read as a relationship: without that there is nothing to find. */
  parent?: Parent;
  find: (attributes: ReadonlySet<string>) => Promise<ResourceRow | null>;
  /** Does what was asked of the resource and gives the document's `meta`, when nothing can be refused any more. */
  meta?: (row: ResourceRow) => Promise<Record<string, unknown>>;
  /** Asked when it is not found: the path where it is now. */
  findElsewhere?: () => Promise<string | undefined>;
}

/**
 * Answers a request for one resource.
 * @throws AppError `invalid` for an `include` that leads nowhere, and only then `not-found`
 */
export async function readOne(reader: Reader, call: Call, one: OneResource): Promise<string | Moved> {
  const { type, parent, find, findElsewhere, meta } = one;
  const selection = parseSelection(type, call.parameters);
  const row = await find(selection.attributesOf(type));
  const movedTo = row ? undefined : await findElsewhere?.();
  if (movedTo) return { movedTo };
  if (!row) throw noSuch(parent?.type ?? type);
  const found = { knowledgeBase: call.knowledgeBase, type, rows: [row], selection };
  return reader.represent({ ...found, ...(meta && { finish: () => meta(row) }) });
}
