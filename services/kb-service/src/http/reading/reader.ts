import {
  createBodyWriter,
  LARGE_BYTES,
  MOST_DOCUMENT_BYTES,
  type WrittenBody,
  writeTexts,
} from '@guidepost/http';
import type { ContentReader, ContentReads, Database } from '@guidepost/postgres';
import { mapInSlices, type Semaphore } from '@guidepost/service-kit';
import { withFilesAt } from '../../files/content-files.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import type { ResourceRow } from '../../model/listing.ts';
import type { PublicPage } from '../../model/public-address.ts';
import { type DocumentParts, documentEnd, documentPieces, includedResources } from '../json-api/document.ts';
import { createEditingWriter } from '../json-api/editing-members.ts';
import { loadInclusions, tooMuchIncluded } from '../json-api/load-inclusions.ts';
import type { Mount } from '../json-api/mount.ts';
import {
  createResource,
  createResourceGraph,
  type Resource,
  type ResourceGraph,
} from '../json-api/resource-graph.ts';
import { collectionPath, createResourceLinks } from '../json-api/resource-links.ts';
import type { ResourceTexts, TextScope } from '../json-api/resource-texts.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import { createResourceWriter } from '../json-api/serialize-resource.ts';
import type { Call } from './endpoint.ts';
import { createLanguageMeta, showsFallbacks } from './languages.ts';
import { type Selection, showsContent } from './parameters.ts';

export interface Found {
  knowledgeBase: KnowledgeBase;
  /** As in a call. */
  language?: string | undefined;
  /** Whether the document is for a client that may write. */
  forWriter: boolean;
  type: ResourceType;
  rows: ResourceRow[];
  selection: Selection;
  page?: Pick<DocumentParts, 'pageLinks' | 'meta'>;
  /** Returns `meta`; called when the rest of the document is complete. */
  finish?: () => Promise<Record<string, unknown>>;
}

export interface ReaderOptions {
  database: Database;
  content: ContentReads;
  mount: Mount;
  publicAddress: (page: PublicPage) => string;
  withLargeBodySlot: Semaphore;
  /** The part before `/files/…` in content. */
  filesUrl: string | undefined;
  texts: ResourceTexts;
}

/** Why there is no document: resources of a type exceed its limits, or content is not in memory after all. */
export type Unrepresented = { tooMuch: ResourceType } | { unread: true };

export type Represented = WrittenBody | Unrepresented;

export interface Reader {
  mount: Mount;
  database: Database;
  /** Where to read what readers see. Writers see changes that the revision does not count. */
  contentFor(call: Pick<Call, 'knowledgeBase' | 'writer'>): ContentReader;
  /** For documents over 1 MB. */
  withLargeBodySlot: Semaphore;
  /** Whether the content of a list is likely to be in memory. */
  expectsContent(call: Pick<Call, 'knowledgeBase' | 'language' | 'writer'>, selection: Selection): boolean;
  /** Renders a document of at most `mostBytes`, in slices that let the event loop run. */
  represent(found: Found, mostBytes: number): Promise<Represented>;
}

export function createReader(options: ReaderOptions): Reader {
  const { database, content, mount, withLargeBodySlot, texts } = options;
  return {
    mount,
    database,
    contentFor: ({ knowledgeBase, writer }) => (writer ? database : content.of(knowledgeBase)),
    withLargeBodySlot,
    expectsContent: (call, selection) =>
      !call.writer && texts.scope(primaryScope(scopeName(mount, call, selection), selection)).expectsContent,
    async represent(found, mostBytes) {
      const { graph, tooMuch } = await readGraph(options, found, mostBytes);
      if (tooMuch) return { tooMuch };
      const parts = await documentParts(options, found, graph);
      if (!parts) return { unread: true };
      const writer = createBodyWriter();
      const isWhole = await writeTexts(writer, documentPieces(parts, mount.shape), mostBytes);
      if (!isWhole) return { tooMuch: found.type };
      writer.write(documentEnd(found.finish ? await found.finish() : parts.meta));
      return writer.finish();
    },
  };
}

async function readGraph(
  { database, content: reads }: ReaderOptions,
  { knowledgeBase, language, forWriter, type, rows, selection }: Found,
  mostBytes: number,
): Promise<{ graph: ResourceGraph; tooMuch: ResourceType | undefined }> {
  const resources = rows.map((row) => createResource(type, row));
  const graph = createResourceGraph(resources);
  const { attributesOf, include: tree } = selection;
  const content = forWriter ? database : reads.of(knowledgeBase);
  const withFallbacks = showsFallbacks({ knowledgeBase, language });
  const scope = { content, knowledgeBase, attributesOf, mostBytes, withFallbacks };
  return { graph, tooMuch: await loadInclusions(scope, graph, { type, resources, tree }) };
}

/** Undefined if content is neither read nor in memory. */
async function documentParts(
  options: ReaderOptions,
  found: Found,
  graph: ResourceGraph,
): Promise<DocumentParts | undefined> {
  const { page, selection } = found;
  const { mount, texts } = options;
  const name = scopeName(mount, found, selection);
  const write = createTextWriter(options, found, graph);
  const scope = texts.scope(page ? primaryScope(name, selection) : `sole ${primaryScope(name, selection)}`);
  scope.expectsContent = true;
  const primary = await mapInSlices(graph.primary, (resource) => write(scope, resource));
  if (!isComplete(primary)) return undefined;
  if (!selection.compound) return { primary, included: undefined, list: page !== undefined, ...page };
  const others = texts.scope(name);
  const included = await mapInSlices(includedResources(graph), (resource) => write(others, resource));
  if (!isComplete(included)) return undefined;
  return { primary, included, list: page !== undefined, ...page };
}

function isComplete(texts: (string | undefined)[]): texts is string[] {
  return !texts.includes(undefined);
}

/** Returns the text of a resource, from memory or else newly made; undefined if its content was not read. */
function createTextWriter(
  { mount, publicAddress, filesUrl, texts }: ReaderOptions,
  { knowledgeBase, language, forWriter, selection, page }: Found,
  graph: ResourceGraph,
): (scope: TextScope, resource: Resource) => string | undefined {
  const soleGuide = page ? undefined : graph.primary.find(({ attributes }) => attributes.published !== false);
  const links = createResourceLinks({
    mountPath: mount.path,
    knowledgeBase,
    language,
    publicAddress,
    soleGuide,
  });
  const metaOf = language === undefined ? undefined : createLanguageMeta(knowledgeBase);
  if (forWriter) {
    const make = createEditingWriter(selection.fields, { links, metaOf }, mount.shape);
    return (_scope, resource) => {
      if (filesUrl) makeImagesAbsolute(resource, filesUrl);
      return make(resource);
    };
  }
  const make = createResourceWriter(selection.fields, { links, metaOf }, mount.shape);
  const isContentShown = showsContent(selection, 'guide');
  return (scope, resource) => {
    const known = texts.find(scope, resource);
    if (known !== undefined) return known;
    if (resource.type === 'guide' && isContentShown) {
      scope.expectsContent = false;
      if (resource.attributes.content_html === null) return undefined;
    }
    if (filesUrl) makeImagesAbsolute(resource, filesUrl);
    const text = make(resource);
    texts.keep(scope, resource, text);
    return text;
  };
}

function scopeName(
  mount: Mount,
  { knowledgeBase: { id, host }, language = '' }: Pick<Call, 'knowledgeBase' | 'language'>,
  { fieldsKey }: Selection,
): string {
  return `${id} ${mount.path}/${host} ${language} ${fieldsKey}`;
}

/** Inclusions change the linkage of primary data. */
function primaryScope(name: string, { include }: Selection): string {
  return `${[...include.keys()].join()} ${name}`;
}

function makeImagesAbsolute({ attributes }: Resource, filesUrl: string): void {
  const { content_html: content } = attributes;
  if (typeof content === 'string') attributes.content_html = withFilesAt(content, filesUrl);
}

/**
 * Renders a document. If it exceeds 1 MB, it is rendered again with the maximum size when a slot is free.
 * @param make renders the document unless it exceeds the size
 * @throws AppError `invalid` beyond the maximum size; `unavailable` if no slot is free in time
 */
export async function documentOf<Written extends WrittenBody>(
  reader: Reader,
  { knowledgeBase }: Pick<Call, 'knowledgeBase'>,
  make: (mostBytes: number) => Promise<Written | Unrepresented>,
): Promise<Written> {
  const small = await make(LARGE_BYTES);
  if ('body' in small) return small;
  return reader.withLargeBodySlot(async () => {
    const document = await make(MOST_DOCUMENT_BYTES);
    if ('body' in document) return document;
    const refused = 'tooMuch' in document ? document.tooMuch : 'guide';
    throw tooMuchIncluded(collectionPath(reader.mount, knowledgeBase.main_host, refused));
  });
}
