import type { PageLinks } from './page-links.ts';
import type { Resource, ResourceGraph } from './resource-graph.ts';
import { RESOURCE_TYPES, type ResourceType } from './resource-types.ts';
import { createResourceSerializer, type ResourceLinks, type ResourceObject } from './serialize-resource.ts';
import type { SparseFields } from './sparse-fields.ts';

/** What a mount makes of a document. */
export interface DocumentShape {
  version: string;
  /** Whether `fields` leaves out relationships that it does not name, as JSON:API has it, or attributes only. */
  fieldsRestrictRelationships: boolean;
  /** How a relationship that was not asked for is shown. */
  emptyRelationship: (resource: ResourceObject, name: string) => object;
  included: (resource: ResourceObject) => object;
}

/** The seed's documents: relationships `{}` until asked for, inclusions wrapped in an object of their own. */
export const STRICT_SHAPE: DocumentShape = {
  version: '1.0',
  fieldsRestrictRelationships: false,
  emptyRelationship: () => ({}),
  included: (data) => ({ data }),
};

/** JSON:API 1.1, where a relationship object may not be empty. Related addresses end in the relationship's name. */
export const STANDARD_SHAPE: DocumentShape = {
  version: '1.1',
  fieldsRestrictRelationships: true,
  emptyRelationship: ({ links }, name) => ({ links: { related: [links.self, name].join('/') } }),
  included: (resource) => resource,
};

export interface DocumentParts {
  graph: ResourceGraph;
  /** Whether `data` is an array. */
  list: boolean;
  /** Whether `include` was sent: then `included` is there even when it is empty (JSON:API 1.1, Inclusion). */
  compound: boolean;
  fields: SparseFields;
  links: ResourceLinks;
  /** Top-level members of lists. */
  pageLinks?: PageLinks;
  meta?: Record<string, unknown>;
}

/**
 * A document as JSON in pieces, in their order: primary data, inclusions in the order first met, what lists have. A
 * resource is shown when its piece is taken, so that long documents can be written bit by bit. `meta` of what is no list,
 * and the end, are for {@link documentEnd}.
 */
export function* documentPieces(parts: DocumentParts, shape: DocumentShape): Generator<string> {
  const { graph, list, compound, pageLinks } = parts;
  const serialize = createResourceSerializer(parts.fields, parts.links);
  const namesOf = relationshipNames(parts.fields, shape);
  const show = (resource: Resource) => complete(serialize(resource), namesOf(resource.type), shape);
  yield `{"jsonapi":${JSON.stringify({ version: shape.version })},"data":${list ? '[' : ''}`;
  yield* separated(graph.primary, (resource) => JSON.stringify(show(resource)));
  if (list) yield ']';
  if (compound) {
    yield ',"included":[';
    yield* separated(includedResources(graph), (resource) => JSON.stringify(shape.included(show(resource))));
    yield ']';
  }
  if (pageLinks) yield `,"links":${JSON.stringify(availableLinks(pageLinks))}`;
}

/** What follows the pieces of a document. */
export function documentEnd(meta: DocumentParts['meta']): string {
  return meta ? `,"meta":${JSON.stringify(meta)}}` : '}';
}

function* separated(resources: Iterable<Resource>, write: (resource: Resource) => string): Generator<string> {
  let separator = '';
  for (const resource of resources) {
    yield separator + write(resource);
    separator = ',';
  }
}

/**
 * Links to pages that there are. JSON:API 1.0 allows null for others in one place and forbids it in another, as its
 * schema does; leaving them out is right by every version.
 */
function availableLinks(links: PageLinks): Partial<PageLinks> {
  return Object.fromEntries(Object.entries(links).filter(([, link]) => link !== null));
}

/** Breadth first, as a reader meets them: linkage of the primary data, then linkage of what that led to. */
function includedResources({ primary, find }: ResourceGraph): Resource[] {
  const met = new Set(primary);
  for (const resource of met) {
    for (const [name, { type }] of Object.entries(RESOURCE_TYPES[resource.type].relationships)) {
      for (const id of linkedIds(resource, name)) {
        const target = find({ type, id });
        if (target) met.add(target);
      }
    }
  }
  return [...met].slice(primary.length);
}

function linkedIds({ relationships }: Resource, name: string): number[] {
  const linkage = relationships.get(name) ?? [];
  return Array.isArray(linkage) ? linkage : [linkage];
}

/** The relationships that resources of a type show, in the type's order. */
function relationshipNames(fields: SparseFields, shape: DocumentShape): (type: ResourceType) => string[] {
  return (type) => {
    const names = Object.keys(RESOURCE_TYPES[type].relationships);
    const asked = shape.fieldsRestrictRelationships ? fields.get(type) : undefined;
    return asked ? names.filter((name) => asked.has(name)) : names;
  };
}

/** Gives a resource object the members that every one has. */
function complete(object: ResourceObject, names: string[], shape: DocumentShape): ResourceObject {
  const { type, id, links, attributes = {} } = object;
  const relationships: Record<string, object> = {};
  for (const name of names) {
    relationships[name] = object.relationships?.[name] ?? shape.emptyRelationship(object, name);
  }
  return { type, id, attributes, relationships, links } as ResourceObject;
}
