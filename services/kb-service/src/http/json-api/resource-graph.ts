import type { ResourceRow } from '../../model/listing.ts';
import type { ResourceType } from './resource-types.ts';

export interface Linkage {
  type: ResourceType;
  id: number;
}

/** A resource as read, with the IDs of loaded relationships (one or null for to-one). */
export interface Resource extends Linkage {
  attributes: ResourceRow;
  relationships: Map<string, number[] | number | null>;
}

export interface ResourceGraph {
  primary: readonly Resource[];
  find(linkage: Linkage): Resource | undefined;
  add(type: ResourceType, row: ResourceRow): Resource;
  /** Includes primary resources. */
  ofType(type: ResourceType): Resource[];
  /** Does not count primary resources. */
  readonly includedCount: number;
}

export function createResource(type: ResourceType, row: ResourceRow): Resource {
  return { type, id: row.id, attributes: row, relationships: new Map() };
}

export function createResourceGraph(primary: readonly Resource[]): ResourceGraph {
  const known = new Map(primary.map((resource) => [key(resource), resource]));
  return {
    primary,
    find: (linkage) => known.get(key(linkage)),
    add(type, row) {
      const before = known.get(key({ type, id: row.id }));
      if (before) return before;
      const resource = createResource(type, row);
      known.set(key(resource), resource);
      return resource;
    },
    ofType: (type) => [...known.values()].filter((resource) => resource.type === type),
    get includedCount() {
      return known.size - primary.length;
    },
  };
}

function key({ type, id }: Linkage): string {
  return `${type}:${id}`;
}
