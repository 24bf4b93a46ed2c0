import {
  declareParameters,
  type Parameter,
  type ParameterReader,
  type ParameterValues,
} from '@guidepost/http';
import { decisiveTerms } from '../../model/sort.ts';
import { type IncludeTree, includeParameter, parseInclude } from '../json-api/include.ts';
import { PAGE_PARAMETERS, pageOf } from '../json-api/page.ts';
import { RESOURCE_TYPE_NAMES, RESOURCE_TYPES, type ResourceType } from '../json-api/resource-types.ts';
import {
  FIELDS_PARAMETERS,
  parseFields,
  type SparseFields,
  shownAttributes,
} from '../json-api/sparse-fields.ts';
import type { Call, Endpoint } from './endpoint.ts';

/** Types that we do not have may be named in `fields[…]`, too: they are ignored. */
const UNDECLARED = { families: ['fields'] };

/** What a request wants to see of the resources it asks for. */
export interface Selection {
  include: IncludeTree;
  /** Whether `include` was sent at all. */
  compound: boolean;
  fields: SparseFields;
  attributesOf: (type: ResourceType) => ReadonlySet<string>;
}

/** What an endpoint takes that answers one resource of this type. */
export function oneParameters(type: ResourceType): ParameterReader {
  return declareParameters([includeParameter(type), ...FIELDS_PARAMETERS], UNDECLARED);
}

/** What an endpoint takes that lists resources of this type, and what is its own. */
export function listParameters(
  type: ResourceType,
  sort: Parameter,
  own: readonly Parameter[] = [],
): ParameterReader {
  const common = [sort, ...PAGE_PARAMETERS, includeParameter(type), ...FIELDS_PARAMETERS];
  return declareParameters([...own, ...common], UNDECLARED);
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

/** Whether the content of guides is shown, which is most of what there is to read of them. */
export function showsContent({ attributesOf }: Selection, type: ResourceType): boolean {
  return attributesOf(type).has('content_html');
}

/**
 * The parameters of all reads as they are understood, in one spelling and order: links to other pages carry them on, and
 * requests that differ in nothing else share an answer.
 *
 * @throws AppError `invalid` for an `include` that leads nowhere
 */
export function effectiveParameters(type: ResourceType, values: ParameterValues): [string, string][] {
  const include = values.list('include');
  const sort = decisiveTerms(values.list('sort') ?? []);
  return [
    ...effectiveFields(values),
    ...(include ? [['include', pathsOf(parseInclude(type, include)).join(',')] as [string, string]] : []),
    ...(sort.length > 0 ? [['sort', sort.join(',')] as [string, string]] : []),
  ];
}

/** Everything that the answer depends on besides the knowledge base and the route. */
export function identityOf({ answer, applied }: Pick<Endpoint, 'answer' | 'applied'>, call: Call): unknown[] {
  const { host: _, ...path } = call.path;
  const { parameters } = call;
  return [path, effectiveParameters(answer.type, parameters), applied?.(call) ?? [], pageOf(parameters)];
}

function effectiveFields(values: ParameterValues): [string, string][] {
  const fields = parseFields(values);
  return RESOURCE_TYPE_NAMES.toSorted().flatMap((type): [string, string][] => {
    const asked = fields.get(type);
    const { attributes, relationships } = RESOURCE_TYPES[type];
    const names = [...attributes, ...Object.keys(relationships)].filter((name) => asked?.has(name));
    return asked ? [[`fields[${type}]`, names.join(',')]] : [];
  });
}

/** The longest paths of a tree; each stands for its beginnings as well. */
function pathsOf(tree: IncludeTree): string[] {
  const paths = Array.from(tree, ([name, below]) =>
    below.size === 0 ? name : pathsOf(below).map((path) => `${name}.${path}`),
  );
  return paths.flat().toSorted();
}
