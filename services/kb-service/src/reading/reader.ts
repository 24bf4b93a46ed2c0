import type { Database } from '@guidepost/postgres';
import type { TakeTurn } from '@guidepost/service-kit';
import type { PublicPage } from '../addresses/public-address.ts';
import { COLLECTIONS, createResourceLinks } from '../addresses/resource-links.ts';
import { withAbsoluteImages } from '../files/content-images.ts';
import { createDocument, type DocumentParts } from '../json-api/document.ts';
import { type Inclusions, loadInclusions, MOST_BYTES, tooMuchIncluded } from '../json-api/inclusions.ts';
import type { Mount } from '../json-api/mount.ts';
import {
  createResource,
  createResourceGraph,
  type ResourceGraph,
  type ResourceRow,
} from '../json-api/resource-graph.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import type { KnowledgeBase } from '../knowledge-bases/knowledge-base.ts';
import type { Selection } from './selection.ts';

/** What was found for a request, and how it is to be shown. */
export interface Found {
  knowledgeBase: KnowledgeBase;
  type: ResourceType;
  rows: ResourceRow[];
  selection: Selection;
  /** A list with its page's links and meta; absent for a single resource. */
  page?: Pick<DocumentParts, 'pageLinks' | 'meta'>;
  /** Gives `meta` of a document that is complete but for that, and is not asked when there can be none. */
  finish?: () => Promise<Record<string, unknown>>;
}

export interface ReaderOptions {
  database: Database;
  mount: Mount;
  inclusions: Inclusions;
  publicAddress: (page: PublicPage) => string;
  takeTurn: TakeTurn;
  /** What stands before `/files/…` in content. */
  filesUrl: string | undefined;
}

/** Turns what was found into the bytes of a document. */
export interface Reader {
  mount: Mount;
  database: Database;
  /** For documents of more than a megabyte. */
  takeTurn: TakeTurn;
  represent(found: Found): Promise<string>;
}

export function createReader(options: ReaderOptions): Reader {
  const { database, mount, takeTurn } = options;
  return {
    mount,
    database,
    takeTurn,
    async represent(found) {
      const graph = await readGraph(options, found);
      const document = showGraph(options, found, graph);
      const body = JSON.stringify(document);
      if (found.selection.compound && Buffer.byteLength(body) > MOST_BYTES) {
        throw tooMuchIncluded(collectionPath(mount, found.knowledgeBase.host, 'guide'));
      }
      return found.finish ? JSON.stringify({ ...document, meta: await found.finish() }) : body;
    },
  };
}

/** What was found, and what is included with it. */
async function readGraph(
  { database, mount, inclusions, filesUrl }: ReaderOptions,
  { knowledgeBase, type, rows, selection }: Found,
): Promise<ResourceGraph> {
  const resources = rows.map((row) => createResource(type, row));
  const graph = createResourceGraph(resources);
  const scope = {
    executor: database,
    knowledgeBase,
    inclusions,
    attributesOf: selection.attributesOf,
    listAddress: (target: ResourceType) => collectionPath(mount, knowledgeBase.host, target),
  };
  await loadInclusions(scope, graph, { type, resources, tree: selection.include });
  if (filesUrl) makeImagesAbsolute(graph, filesUrl);
  return graph;
}

function showGraph(
  { mount, publicAddress }: ReaderOptions,
  { knowledgeBase, selection, page }: Found,
  graph: ResourceGraph,
): object {
  const links = createResourceLinks({
    mountPath: mount.path,
    host: knowledgeBase.host,
    publicAddress,
    soleGuide: page ? undefined : graph.primary[0],
  });
  const { compound, fields } = selection;
  return createDocument({ graph, list: page !== undefined, compound, fields, links, ...page }, mount.shape);
}

/** The path of a type's list, e.g. `/knowledge/v1/help.example.com/guides`. */
export function collectionPath(mount: Mount, host: string, type: ResourceType): string {
  const base = `${mount.path}/${host}`;
  return type === 'knowledge_base' ? base : `${base}/${COLLECTIONS[type]}`;
}

function makeImagesAbsolute(graph: ResourceGraph, filesUrl: string): void {
  for (const { attributes } of graph.ofType('guide')) {
    const { content_html: content } = attributes;
    if (typeof content === 'string') attributes.content_html = withAbsoluteImages(content, filesUrl);
  }
}
