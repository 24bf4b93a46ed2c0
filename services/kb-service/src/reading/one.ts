import { AppError } from '@guidepost/service-kit';
import type { ResourceRow } from '../json-api/resource-graph.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import type { Reader } from './reader.ts';
import type { Call, Moved } from './routes.ts';
import { parseSelection } from './selection.ts';

export interface OneResource {
  type: ResourceType;
  find: (attributes: ReadonlySet<string>) => Promise<ResourceRow | null>;
  /** Asked when it is not found: the path where it is now. */
  findElsewhere?: () => Promise<string | undefined>;
}

/**
 * Answers a request for one resource.
 * @throws AppError `invalid` for an `include` that leads nowhere, and only then `not-found`
 */
export async function readOne(reader: Reader, call: Call, one: OneResource): Promise<string | Moved> {
  const { type, find, findElsewhere } = one;
  const selection = parseSelection(type, call.parameters);
  const row = await find(selection.attributesOf(type));
  const movedTo = row ? undefined : await findElsewhere?.();
  if (movedTo) return { movedTo };
  if (!row) throw new AppError('not-found', `There is no such ${type.replaceAll('_', ' ')}.`);
  return reader.represent({ knowledgeBase: call.knowledgeBase, type, rows: [row], selection });
}
