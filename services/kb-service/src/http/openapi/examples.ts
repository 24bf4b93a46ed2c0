import type { ResourceRow } from '../../model/listing.ts';
import { createPublicAddress } from '../../model/public-address.ts';
import { type DocumentParts, documentEnd, documentPieces, includedResources } from '../json-api/document.ts';
import type { Mount } from '../json-api/mount.ts';
import { pageLinks } from '../json-api/page-links.ts';
import {
  createResource,
  createResourceGraph,
  link,
  type Resource,
  type ResourceGraph,
} from '../json-api/resource-graph.ts';
import { collectionPath, createResourceLinks } from '../json-api/resource-links.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import { createResourceWriter } from '../json-api/serialize-resource.ts';
import type { EndpointDescription } from '../reading/endpoint.ts';

export const EXAMPLE_HOST = 'help.example.com';

const ROWS: Readonly<Record<ResourceType, ResourceRow>> = {
  knowledge_base: {
    id: 1,
    name: 'Example Help',
    host: EXAMPLE_HOST,
    organization_name: 'Example Ltd',
  },
  guide: {
    id: 7,
    title: 'Read your first guide over the API',
    slug: 'getting-started-read-your-first-guide',
    content_html: '<p>See <a href="getting-started-what-guidepost-is">what Guidepost is</a> first.</p>',
  },
  knowledge_base_category: {
    id: 3,
    name: 'Getting started',
    slug: 'getting-started',
    multiple_guides_name: 'Getting started guides',
    position: 1,
    parent_category_id: null,
  },
  tag: { id: 5, name: 'New', slug: 'new' },
};

const TOTAL = 9;
const PAGE = { number: 1, size: 1000, offset: 0 };

/**
 * Example documents of an endpoint, rendered like real ones so that they cannot be outdated; guides also with
 * `include=tags`.
 */
export function exampleDocuments(
  mount: Mount,
  answer: EndpointDescription['answer'],
): Record<string, { summary: string; value: unknown }> {
  const plain = { summary: 'Answer', value: exampleDocument(mount, answer, createExample(answer.type)) };
  if (answer.type !== 'guide') return { plain };
  const compound = exampleDocument(mount, answer, createExample('guide', 'tag'));
  return { plain, compound: { summary: 'Answer to include=tags', value: compound } };
}

interface Example {
  resource: Resource;
  graph: ResourceGraph;
  compound: boolean;
}

function createExample(type: ResourceType, included?: 'tag'): Example {
  const resource = createResource(type, ROWS[type]);
  const graph = createResourceGraph([resource]);
  if (included) link(resource, 'tags', [graph.add(included, ROWS[included]).id]);
  return { resource, graph, compound: included !== undefined };
}

function exampleDocument(
  mount: Mount,
  { type, list = false, meta }: EndpointDescription['answer'],
  { resource, graph, compound }: Example,
): object {
  const links = createResourceLinks({
    mountPath: mount.path,
    knowledgeBase: { host: EXAMPLE_HOST, main_host: EXAMPLE_HOST },
    publicAddress: createPublicAddress('https://{host}/{kind}/{slug}'),
    soleGuide: list ? undefined : resource,
  });
  const write = createResourceWriter(new Map(), { links, metaOf: undefined }, mount.shape);
  const parts = {
    primary: graph.primary.map(write),
    included: compound ? includedResources(graph).map(write) : undefined,
    list,
    ...(list && listParts(mount, type)),
    ...(meta && { meta: meta.examples[0] }),
  };
  return JSON.parse([...documentPieces(parts, mount.shape), documentEnd(parts.meta)].join(''));
}

function listParts(mount: Mount, type: ResourceType): Pick<DocumentParts, 'pageLinks' | 'meta'> {
  const path = collectionPath(mount, EXAMPLE_HOST, type);
  return {
    pageLinks: pageLinks({ path, parameters: [], page: PAGE, total: TOTAL }),
    meta: { total: TOTAL, pages: Math.ceil(TOTAL / PAGE.size) },
  };
}
