import { declareParameters, PAGE_PARAMETERS, type Parameter, type ParameterReader } from '@guidepost/http';
import { includeParameter } from '../json-api/include.ts';
import type { ResourceType } from '../json-api/resource-types.ts';
import type { Sorting } from '../json-api/sort.ts';
import { FIELDS_PARAMETERS } from '../json-api/sparse-fields.ts';

/** Types that we do not have may be named in `fields[…]`, too: they are ignored. */
const UNDECLARED = { families: ['fields'] };

/** What an endpoint takes that answers one resource of this type. */
export function oneParameters(type: ResourceType): ParameterReader {
  return declareParameters([includeParameter(type), ...FIELDS_PARAMETERS], UNDECLARED);
}

/** What an endpoint takes that lists resources of this type, and what is its own. */
export function listParameters(
  type: ResourceType,
  sorting: Sorting,
  own: readonly Parameter[] = [],
): ParameterReader {
  const common = [sorting.parameter, ...PAGE_PARAMETERS, includeParameter(type), ...FIELDS_PARAMETERS];
  return declareParameters([...own, ...common], UNDECLARED);
}
