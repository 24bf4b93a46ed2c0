import { LARGE_BYTES, type WrittenBody } from '@guidepost/http';
import type { ResourceRow } from '../../model/listing.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import type { Call, Moved } from './endpoint.ts';
import { parseSelection, showsContent } from './parameters.ts';
import { noSuch, type Parent } from './parent.ts';
import { documentOf, type Reader } from './reader.ts';

export interface OneResource {
  type: ResourceType;
  /** The resource that leads to it, when it is read as a relationship: without that there is nothing to find. */
  parent?: Parent;
  /**
   * Given how many bytes of content are wanted, undefined where none is shown; the row of a resource with more says by
   * `fits` that it is without it.
   */
  find: (mostBytes: number | undefined) => Promise<ResourceRow | null>;
  /** Does what was asked of the resource and gives the document's `meta`, when nothing can be refused any more. */
  meta?: (id: number) => Promise<Record<string, unknown>>;
  /** Asked when it is not found: the path where it is now. */
  findElsewhere?: () => Promise<string | undefined>;
}

/**
 * Answers a request for one resource.
 * @throws AppError `invalid` for an `include` that leads nowhere or brings too much, and only then `not-found`;
 * `unavailable` when it is large and its turn does not come
 */
export async function readOne(reader: Reader, call: Call, one: OneResource): Promise<WrittenBody | Moved> {
  const { type, parent, findElsewhere, meta } = one;
  const selection = parseSelection(type, call.parameters);
  const find = (mostBytes: number) => one.find(showsContent(selection, type) ? mostBytes : undefined);
  let row = await find(LARGE_BYTES);
  const movedTo = row ? undefined : await findElsewhere?.();
  if (movedTo) return { movedTo };
  return documentOf(reader, call, async (mostBytes) => {
    if (mostBytes > LARGE_BYTES) row = await find(mostBytes);
    if (!row) throw noSuch(parent?.type ?? type);
    if (row.fits === false) return { tooMuch: type };
    const found = { knowledgeBase: call.knowledgeBase, type, rows: [row], selection };
    const { id } = row;
    return reader.represent({ ...found, ...(meta && { finish: () => meta(id) }) }, mostBytes);
  });
}
