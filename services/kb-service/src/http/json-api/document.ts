import { withEditingMembers } from './editing-members.ts';
import type { PageLinks } from './page-links.ts';
import type { Resource, ResourceGraph } from './resource-graph.ts';
import { RESOURCE_TYPES, type ResourceType } from './resource-types.ts';
import { createResourceSerializer, type ResourceLinks, type ResourceObject } from './serialize-resource.ts';
import type { SparseFields } from './sparse-fields.ts';

export interface DocumentShape {
  version: string;
  /** Whether `fields` also restricts relationships, as JSON:API says, or only attributes. */
  fieldsRestrictRelationships: boolean;
  /** The relationship object without linkage. */
  emptyRelationship: (resource: ResourceObject, name: string) => object;
  included: (resource: string) => string;
}

/** Documents of the contract: relationships are `{}` unless included, and inclusions are wrapped in an object. */
export const STRICT_SHAPE: DocumentShape = {
  version: '1.0',
  fieldsRestrictRelationships: false,
  emptyRelationship: () => ({}),
  included: (resource) => `{"data":${resource}}`,
};

/** JSON:API 1.1, which forbids empty relationship objects. Related URLs end in the name of the relationship. */
export const STANDARD_SHAPE: DocumentShape = {
  version: '1.1',
  fieldsRestrictRelationships: true,
  emptyRelationship: ({ links }, name) => ({ links: { related: [links.self, name].join('/') } }),
  included: (resource) => resource,
};

export interface DocumentParts {
  /** JSON of the resource objects. */
  primary: readonly string[];
  list: boolean;
  /** Undefined unless the request has `include`; present even if empty then (JSON:API 1.1, Inclusion). */
  included: readonly string[] | undefined;
  pageLinks?: PageLinks;
  meta?: Record<string, unknown>;
}

/**
 * A document as chunks of JSON: primary data, inclusions, then members of lists. {@link documentEnd} adds `meta` of
 * single resources.
 */
export function* documentPieces(
  { primary, list, included, pageLinks }: DocumentParts,
  shape: DocumentShape,
): Generator<string> {
  yield `{"jsonapi":{"version":"${shape.version}"},"data":${list ? '[' : ''}`;
  yield* separated(primary);
  if (list) yield ']';
  if (included) {
    yield ',"included":[';
    yield* separated(included);
    yield ']';
  }
  if (pageLinks) yield `,"links":${JSON.stringify(availableLinks(pageLinks))}`;
}

/** Returns the JSON of resource objects. */
export function createResourceWriter(
  fields: SparseFields,
  links: ResourceLinks,
  shape: DocumentShape,
): (resource: Resource) => string {
  const serialize = createResourceSerializer(fields, links);
  const namesOf = relationshipNames(fields, shape);
  return (resource) => JSON.stringify(complete(serialize(resource), namesOf(resource.type), shape));
}

/** The same for clients that may write. */
export function createEditingWriter(
  fields: SparseFields,
  links: ResourceLinks,
  shape: DocumentShape,
): (resource: Resource) => string {
  const serialize = createResourceSerializer(fields, links);
  const namesOf = relationshipNames(fields, shape);
  return (resource) => {
    const object = complete(serialize(resource), namesOf(resource.type), shape);
    return JSON.stringify(withEditingMembers(object, resource, fields));
  };
}

export function documentEnd(meta: DocumentParts['meta']): string {
  return meta ? `,"meta":${JSON.stringify(meta)}}` : '}';
}

function* separated(texts: readonly string[]): Generator<string> {
  let separator = '';
  for (const text of texts) {
    yield separator + text;
    separator = ',';
  }
}

/** Omits links that are null, because versions of JSON:API disagree about them. */
function availableLinks(links: PageLinks): Partial<PageLinks> {
  return Object.fromEntries(Object.entries(links).filter(([, link]) => link !== null));
}

/** Breadth first: linkage of the primary data, then linkage of its targets. */
export function includedResources({ primary, find }: ResourceGraph): Resource[] {
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

function relationshipNames(fields: SparseFields, shape: DocumentShape): (type: ResourceType) => string[] {
  return (type) => {
    const names = Object.keys(RESOURCE_TYPES[type].relationships);
    const requested = shape.fieldsRestrictRelationships ? fields.get(type) : undefined;
    return requested ? names.filter((name) => requested.has(name)) : names;
  };
}

function complete(object: ResourceObject, names: string[], shape: DocumentShape): ResourceObject {
  const { type, id, links, attributes = {} } = object;
  const relationships: Record<string, object> = {};
  for (const name of names) {
    relationships[name] = object.relationships?.[name] ?? shape.emptyRelationship(object, name);
  }
  return { type, id, attributes, relationships, links } as ResourceObject;
}
