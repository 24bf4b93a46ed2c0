import { type ParameterValues, pageOf } from '@guidepost/http';
import { type IncludeTree, parseInclude } from '../json-api/include.ts';
import { RESOURCE_TYPE_NAMES, RESOURCE_TYPES, type ResourceType } from '../json-api/resource-types.ts';
import { decisiveTerms } from '../json-api/sort.ts';
import { parseFields } from '../json-api/sparse-fields.ts';
import type { Call, Endpoint } from './routes.ts';

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
