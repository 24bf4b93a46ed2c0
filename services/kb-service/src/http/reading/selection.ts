import type { ParameterValues } from '@guidepost/http';
import { type IncludeTree, parseInclude } from '../json-api/include.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import { parseFields, type SparseFields, shownAttributes } from '../json-api/sparse-fields.ts';

/** What a request wants to see of the resources it asks for. */
export interface Selection {
  include: IncludeTree;
  /** Whether `include` was sent at all. */
  compound: boolean;
  fields: SparseFields;
  attributesOf: (type: ResourceType) => ReadonlySet<string>;
}

/** @throws AppError `invalid` for an `include` that leads nowhere */
export function parseSelection(type: ResourceType, parameters: ParameterValues): Selection {
  const fields = parseFields(parameters);
  const include = parameters.list('include');
  return {
    include: parseInclude(type, include ?? []),
    compound: include !== undefined,
    fields,
    attributesOf: (shown) => new Set(shownAttributes(fields, shown)),
  };
}
