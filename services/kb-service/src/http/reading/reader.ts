import { createBodyWriter, LARGE_BYTES, MOST_BYTES, type WrittenBody, writeTexts } from '@guidepost/http';
import type { Database } from '@guidepost/postgres';
import { mapInSlices, type Semaphore } from '@guidepost/service-kit';
import { withAbsoluteImages } from '../../files/content-images.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import type { ResourceRow } from '../../model/listing.ts';
import type { PublicPage } from '../../model/public-address.ts';
import { type DocumentParts, documentEnd, documentPieces } from '../json-api/document.ts';
import { loadInclusions, tooMuchIncluded } from '../json-api/inclusions.ts';
import type { Mount } from '../json-api/mount.ts';
import {
  createResource,
  createResourceGraph,
  type Resource,
  type ResourceGraph,
} from '../json-api/resource-graph.ts';
import { collectionPath, createResourceLinks } from '../json-api/resource-links.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import type { Call } from './endpoint.ts';
import type { Selection } from './parameters.ts';

export interface Found {
  knowledgeBase: KnowledgeBase;
  type: ResourceType;
  rows: ResourceRow[];
  selection: Selection;
  page?: Pick<DocumentParts, 'pageLinks' | 'meta'>;
  /** Returns `meta`; called when the rest of the document is complete. */
  finish?: () => Promise<Record<string, unknown>>;
}

export interface ReaderOptions {
  database: Database;
  mount: Mount;
  publicAddress: (page: PublicPage) => string;
  withLargeBodySlot: Semaphore;
  /** The part before `/files/…` in content. */
  filesUrl: string | undefined;
}

/** A document, or the type of resources that exceed its limits. */
export type Represented = WrittenBody | { tooMuch: ResourceType };

export interface Reader {
  mount: Mount;
  database: Database;
  /** For documents over 1 MB. */
  withLargeBodySlot: Semaphore;
  /** Renders a document of at most `mostBytes`, in slices that let the event loop run. */
  represent(found: Found, mostBytes: number): Promise<Represented>;
}

export function createReader(options: ReaderOptions): Reader {
  const { database, mount, withLargeBodySlot } = options;
  return {
    mount,
    database,
    withLargeBodySlot,
    async represent(found, mostBytes) {
      const { graph, tooMuch } = await readGraph(options, found, mostBytes);
      if (tooMuch) return { tooMuch };
      const parts = documentParts(options, found, graph);
      const writer = createBodyWriter();
      const isWhole = await writeTexts(writer, documentPieces(parts, mount.shape), mostBytes);
      if (!isWhole) return { tooMuch: found.type };
      writer.write(documentEnd(found.finish ? await found.finish() : parts.meta));
      return writer.finish();
    },
  };
}

async function readGraph(
  { database, filesUrl }: ReaderOptions,
  { knowledgeBase, type, rows, selection }: Found,
  mostBytes: number,
): Promise<{ graph: ResourceGraph; tooMuch: ResourceType | undefined }> {
  const resources = rows.map((row) => createResource(type, row));
  const graph = createResourceGraph(resources);
  const { attributesOf, include: tree } = selection;
  const scope = { executor: database, knowledgeBase, attributesOf, mostBytes };
  const tooMuch = await loadInclusions(scope, graph, { type, resources, tree });
  if (filesUrl && !tooMuch)
    await mapInSlices(graph.ofType('guide'), (guide) => makeImagesAbsolute(guide, filesUrl));
  return { graph, tooMuch };
}

function documentParts(
  { mount, publicAddress }: ReaderOptions,
  { knowledgeBase, selection, page }: Found,
  graph: ResourceGraph,
): DocumentParts {
  const links = createResourceLinks({
    mountPath: mount.path,
    host: knowledgeBase.host,
    publicAddress,
    soleGuide: page ? undefined : graph.primary[0],
  });
  const { compound, fields } = selection;
  return { graph, list: page !== undefined, compound, fields, links, ...page };
}

function makeImagesAbsolute({ attributes }: Resource, filesUrl: string): void {
  const { content_html: content } = attributes;
  if (typeof content === 'string') attributes.content_html = withAbsoluteImages(content, filesUrl);
}

/**
 * Renders a document. If it exceeds 1 MB, it is rendered again with the maximum size when a slot is free.
 * @param make renders the document unless it exceeds the size
 * @throws AppError `invalid` beyond the maximum size; `unavailable` if no slot is free in time
 */
export async function documentOf(
  reader: Reader,
  { knowledgeBase }: Pick<Call, 'knowledgeBase'>,
  make: (mostBytes: number) => Promise<Represented>,
): Promise<WrittenBody> {
  const small = await make(LARGE_BYTES);
  if ('body' in small) return small;
  return reader.withLargeBodySlot(async () => {
    const document = await make(MOST_BYTES);
    if ('body' in document) return document;
    throw tooMuchIncluded(collectionPath(reader.mount, knowledgeBase.host, document.tooMuch));
  });
}
