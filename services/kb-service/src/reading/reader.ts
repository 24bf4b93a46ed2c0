import type { Database } from '@guidepost/postgres';
import type { TakeTurn } from '@guidepost/service-kit';
import type { PublicPage } from '../addresses/public-address.ts';
import { COLLECTIONS, createResourceLinks } from '../addresses/resource-links.ts';
import { createDocument, type DocumentParts } from '../json-api/document.ts';
import { type Inclusions, loadInclusions, MOST_BYTES, tooMuchIncluded } from '../json-api/inclusions.ts';
import type { Mount } from '../json-api/mount.ts';
import {
  createResource,
  createResourceGraph,
  type Resource,
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
}

export interface ReaderOptions {
  database: Database;
  mount: Mount;
  inclusions: Inclusions;
  publicAddress: (page: PublicPage) => string;
  takeTurn: TakeTurn;
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
  const { database, mount, inclusions, publicAddress, takeTurn } = options;
  return {
    mount,
    database,
    takeTurn,
    async represent({ knowledgeBase, type, rows, selection, page }) {
      const { host } = knowledgeBase;
      const resources = rows.map((row) => createResource(type, row));
      const graph = createResourceGraph(resources);
      const listAddress = (target: ResourceType) => collectionPath(mount, host, target);
      const scope = {
        executor: database,
        knowledgeBase,
        inclusions,
        attributesOf: selection.attributesOf,
        listAddress,
      };
      await loadInclusions(scope, graph, { type, resources, tree: selection.include });
      const links = createResourceLinks({
        mountPath: mount.path,
        host,
        publicAddress,
        soleGuide: soleGuide(resources, page),
      });
      const { compound, fields } = selection;
      const body = JSON.stringify(
        createDocument({ graph, list: page !== undefined, compound, fields, links, ...page }, mount.shape),
      );
      if (compound && Buffer.byteLength(body) > MOST_BYTES) throw tooMuchIncluded(listAddress('guide'));
      return body;
    },
  };
}

/** The path of a type's list, e.g. `/knowledge/v1/help.example.com/guides`. */
export function collectionPath(mount: Mount, host: string, type: ResourceType): string {
  const base = `${mount.path}/${host}`;
  return type === 'knowledge_base' ? base : `${base}/${COLLECTIONS[type]}`;
}

function soleGuide(resources: Resource[], page: Found['page']): Resource | undefined {
  return page ? undefined : resources[0];
}
