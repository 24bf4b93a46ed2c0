import { rejectUnknown } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { ResourceRow } from '../json-api/resource-graph.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import type { Reader } from './reader.ts';
import type { Call } from './routes.ts';
import { parseSelection } from './selection.ts';

const PARAMETERS = ['include', 'fields[]'];

export interface OneResource {
  type: ResourceType;
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
  { type, find, meta }: OneResource,
): Promise<string> {
  rejectUnknown(call.query, PARAMETERS);
  const selection = parseSelection(type, call.query);
  const row = await find(selection.attributesOf(type));
  if (!row) throw new AppError('not-found', `There is no such ${type.replaceAll('_', ' ')}.`);
  const found = { knowledgeBase: call.knowledgeBase, type, rows: [row], selection };
  return reader.represent({ ...found, ...(meta && { finish: () => meta(row) }) });
}
