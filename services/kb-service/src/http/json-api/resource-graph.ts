import type { ResourceRow } from '../../model/listing.ts';
import type { ResourceType } from './resource-types.ts';

/** Identifies a resource within a document. */
export interface Linkage {
  type: ResourceType;
  id: number;
}

/**
 * What a document is made of: what was read of it, and under the names of the relationships that were asked for
 * the ids that they lead to (one or null for to-one).
 */
export interface Resource extends Linkage {
  /** Columns by name; the serializer shows those that are attributes of the type and were asked for. */
  attributes: ResourceRow;
  relationships: Map<string, number[] | number | null>;
}

/** The resources that a document can show, each once, whatever number of paths lead to it. */
export interface ResourceGraph {
  primary: readonly Resource[];
  find(linkage: Linkage): Resource | undefined;
  /** Adds a resource, or gives back the one that is there already. */
  add(type: ResourceType, row: ResourceRow): Resource;
  /** Every resource of this type, primary or not. */
  ofType(type: ResourceType): Resource[];
  /** How many resources there are besides the primary ones. */
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
