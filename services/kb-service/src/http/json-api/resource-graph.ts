import type { ResourceRow } from '../../model/listing.ts';
import type { ResourceType } from './resource-types.ts';

export interface Linkage {
  type: ResourceType;
  id: number;
}

/** A resource as read, with the IDs of loaded relationships (one or null for to-one). */
export interface Resource extends Linkage {
  attributes: ResourceRow;
  relationships: ReadonlyMap<string, Linked>;
}

type Linked = number[] | number | null;

export interface ResourceGraph {
  primary: readonly Resource[];
  find(linkage: Linkage): Resource | undefined;
  add(type: ResourceType, row: ResourceRow): Resource;
  /** Does not count primary resources. */
  readonly includedCount: number;
}

/** Shared, since most resources of a document have no other. */
const NONE: Resource['relationships'] = new Map();

export function createResource(type: ResourceType, row: ResourceRow): Resource {
  return { type, id: row.id, attributes: row, relationships: NONE };
}

export function link(resource: Resource, name: string, linked: Linked): void {
  if (resource.relationships === NONE) resource.relationships = new Map();
  (resource.relationships as Map<string, Linked>).set(name, linked);
}

export function createResourceGraph(primary: readonly Resource[]): ResourceGraph {
  const known: Record<ResourceType, Map<number, Resource>> = {
    knowledge_base: new Map(),
    guide: new Map(),
    knowledge_base_category: new Map(),
    tag: new Map(),
  };
  for (const resource of primary) known[resource.type].set(resource.id, resource);
  let includedCount = 0;
  return {
    primary,
    find: ({ type, id }) => known[type].get(id),
    add(type, row) {
      const before = known[type].get(row.id);
      if (before) return before;
      const resource = createResource(type, row);
      known[type].set(row.id, resource);
      includedCount += 1;
      return resource;
    },
    get includedCount() {
      return includedCount;
    },
  };
}
