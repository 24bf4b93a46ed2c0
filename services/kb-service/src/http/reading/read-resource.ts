import { LARGE_BYTES } from '@guidepost/http';
import type { ResourceRow } from '../../model/listing.ts';
import { editingMetaOf } from '../json-api/editing-members.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import type { Answer, Call, Moved } from './endpoint.ts';
import { languageHeaders, languageMeta } from './languages.ts';
import { parseSelection, type Selection, showsContent } from './parameters.ts';
import { noSuchResource, type Parent } from './parent.ts';
import { documentOf, type Found, type Reader } from './reader.ts';
import { withRevision } from './revisions.ts';

export interface FindRequest {
  /** The size limit of the content; undefined if content is not shown. */
  mostBytes: number | undefined;
  linked: Selection['linked'];
}

export interface OneResource {
  type: ResourceType;
  parent?: Parent;
  /** `fits` is false in the row of a larger resource. */
  find: (request: FindRequest) => Promise<ResourceRow | null>;
  /** Executes the action of the request and returns `meta`; called last, when nothing else can fail. */
  meta?: (id: number) => Promise<Record<string, unknown>>;
  /** The new path of a missing resource. */
  findElsewhere?: () => Promise<string | undefined>;
}

/**
 * Answers with one resource.
 * @throws AppError `invalid` for `include`, then `not-found`; `unavailable` if it is large and no slot is free in
 * time
 */
export async function readOne(reader: Reader, call: Call, one: OneResource): Promise<Answer | Moved> {
  const { type, parent, findElsewhere } = one;
  const selection = parseSelection(type, call.parameters);
  const { linked } = selection;
  const find = (mostBytes: number) =>
    one.find({ mostBytes: showsContent(selection, type) ? mostBytes : undefined, linked });
  let row = await find(LARGE_BYTES);
  const movedTo = row ? undefined : await findElsewhere?.();
  if (movedTo) return { movedTo };
  const document = await documentOf<Answer>(reader, call, async (mostBytes) => {
    if (mostBytes > LARGE_BYTES) row = await find(mostBytes);
    if (!row) throw noSuchResource(parent?.type ?? type);
    if (row.fits === false) return { tooMuch: type };
    const { knowledgeBase, language, writer } = call;
    const found = { knowledgeBase, language, forWriter: writer !== undefined, type, rows: [row], selection };
    const represented = await reader.represent({ ...found, ...finishing(call, row, one) }, mostBytes);
    return { ...represented, ...languageHeaders(call, [row]) };
  });
  return call.writer && row ? withRevision(document, type, row) : document;
}

function finishing(call: Call, row: ResourceRow, { meta }: OneResource): Pick<Found, 'finish'> {
  const editing = editingMetaOf(row);
  if (!meta && !editing && call.language === undefined) return {};
  return { finish: async () => ({ ...editing, ...languageMeta(call, row), ...(await meta?.(row.id)) }) };
}
