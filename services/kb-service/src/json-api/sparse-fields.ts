import type { Query } from '@guidepost/http';
import { RESOURCE_TYPES, type ResourceType } from './resource-types.ts';

/** The names of fields to show, by type; a type that is not in it shows all of its own. */
export type SparseFields = ReadonlyMap<ResourceType, ReadonlySet<string>>;

/** Reads `fields[<type>]=a,b`; unknown types and names are ignored, an empty value leaves no field. */
export function parseFields(query: Query): SparseFields {
  const fields = new Map<ResourceType, Set<string>>();
  for (const [type, value] of query.family('fields')) {
    if (isResourceType(type)) fields.set(type, new Set(value.split(',').map((name) => name.trim())));
  }
  return fields;
}

/** The attributes of a type that a document shows, in their usual order. */
export function shownAttributes(fields: SparseFields, type: ResourceType): string[] {
  const asked = fields.get(type);
  const { attributes } = RESOURCE_TYPES[type];
  return asked ? attributes.filter((name) => asked.has(name)) : [...attributes];
}

function isResourceType(name: string): name is ResourceType {
  return Object.hasOwn(RESOURCE_TYPES, name);
}
