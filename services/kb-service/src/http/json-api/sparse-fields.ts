import type { Parameter, ParameterValues } from '@guidepost/http';
import { RESOURCE_TYPE_NAMES, RESOURCE_TYPES, type ResourceType } from './resource-types.ts';

/** Names of fields to show, by type; a missing type shows all. */
export type SparseFields = ReadonlyMap<ResourceType, ReadonlySet<string>>;

/** `fields[<type>]`; unknown names are ignored. */
export const FIELDS_PARAMETERS: readonly Parameter[] = RESOURCE_TYPE_NAMES.map((type) => ({
  name: parameterName(type),
  description: `The attributes of each \`${type}\` to return; none if it is empty.`,
  schema: { type: 'array', items: { type: 'string', examples: RESOURCE_TYPES[type].attributes } },
  example: RESOURCE_TYPES[type].attributes.slice(0, 2).join(','),
}));

/** Reads `fields[<type>]=a,b`; an empty value shows no field. */
export function parseFields(values: ParameterValues): SparseFields {
  const fields = new Map<ResourceType, Set<string>>();
  for (const type of RESOURCE_TYPE_NAMES) {
    const names = values.list(parameterName(type));
    if (names) fields.set(type, new Set(names));
  }
  return fields;
}

export function shownAttributes(fields: SparseFields, type: ResourceType): string[] {
  const requested = fields.get(type);
  const { attributes } = RESOURCE_TYPES[type];
  return requested ? attributes.filter((name) => requested.has(name)) : [...attributes];
}

function parameterName(type: ResourceType): string {
  return `fields[${type}]`;
}
