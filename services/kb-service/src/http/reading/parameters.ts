import {
  declareParameters,
  type Parameter,
  type ParameterReader,
  type ParameterValues,
} from '@guidepost/http';
import { LINKED, type Linked } from '../../content/guide-records.ts';
import { decisiveTerms } from '../../model/sort-order.ts';
import { EDITING_ATTRIBUTES } from '../json-api/editing-members.ts';
import {
  boundedIncludeParameter,
  type IncludeTree,
  includeParameter,
  parseInclude,
} from '../json-api/include-parameter.ts';
import { PAGE_PARAMETERS, pageOf } from '../json-api/page.ts';
import { RESOURCE_TYPE_NAMES, RESOURCE_TYPES, type ResourceType } from '../json-api/resource-types.ts';
import {
  FIELDS_PARAMETERS,
  parseFields,
  type SparseFields,
  shownAttributes,
} from '../json-api/sparse-fields.ts';
import type { Call, Endpoint } from './endpoint.ts';

/** `fields[…]` of unknown types is ignored. */
const UNDECLARED = { families: ['fields'] };

/** Without it the main language answers, as if there was no other. */
export const LANGUAGE_PARAMETER: Parameter = {
  name: 'language',
  description:
    'The language of the answer, by BCP 47. Where a translation is missing, the text of a nearer or of the main language stands in; `Content-Language` and `meta` name the languages.',
  schema: { type: 'string', maxLength: 35 },
  example: 'pt-BR',
};

/** The fields and inclusions of a request. */
export interface Selection {
  include: IncludeTree;
  /** Whether the request has `include`. */
  compound: boolean;
  fields: SparseFields;
  /** The fields in canonical spelling. */
  fieldsKey: string;
  attributesOf: (type: ResourceType) => ReadonlySet<string>;
  /** Inclusions that are read with the guides. */
  linked: readonly Linked[];
}

export function oneParameters(type: ResourceType, own: readonly Parameter[] = []): ParameterReader {
  return declareParameters(
    [...own, LANGUAGE_PARAMETER, includeParameter(type), ...FIELDS_PARAMETERS],
    UNDECLARED,
  );
}

/** Those of the answer to a change. */
export function changeParameters(type: ResourceType): ParameterReader {
  return declareParameters([boundedIncludeParameter(type), ...FIELDS_PARAMETERS], UNDECLARED);
}

export function listParameters(
  type: ResourceType,
  sort: Parameter,
  own: readonly Parameter[] = [],
): ParameterReader {
  const common = [LANGUAGE_PARAMETER, sort, ...PAGE_PARAMETERS, includeParameter(type), ...FIELDS_PARAMETERS];
  return declareParameters([...own, ...common], UNDECLARED);
}

/** @throws AppError `invalid` for an unknown path in `include` */
export function parseSelection(type: ResourceType, parameters: ParameterValues): Selection {
  const fields = parseFields(parameters);
  const include = parameters.list('include');
  const tree = parseInclude(type, include ?? []);
  return {
    include: tree,
    compound: include !== undefined,
    fields,
    fieldsKey: effectiveFields(parameters).flat().join('&'),
    linked: type === 'guide' ? LINKED.filter((name) => tree.has(name)) : [],
    attributesOf: (shown) => new Set(shownAttributes(fields, shown)),
  };
}

export function showsContent({ attributesOf }: Selection, type: ResourceType): boolean {
  return attributesOf(type).has('content_html');
}

/**
 * Effective parameters in canonical spelling and order, for links to other pages and as a cache key.
 * Whether `fields` may name what only keys that may write see depends on the writer.
 * @throws AppError `invalid` for an unknown path in `include`
 */
export function effectiveParameters(
  type: ResourceType,
  { parameters: values, language, writer }: Pick<Call, 'parameters' | 'language' | 'writer'>,
): [string, string][] {
  const forWriter = writer !== undefined;
  const include = values.list('include');
  const sort = decisiveTerms(values.list('sort') ?? []);
  return [
    ...(language === undefined ? [] : [['language', language] as [string, string]]),
    ...effectiveFields(values, forWriter),
    ...(include ? [['include', pathsOf(parseInclude(type, include)).join(',')] as [string, string]] : []),
    ...(sort.length > 0 ? [['sort', sort.join(',')] as [string, string]] : []),
  ];
}

/** The cache key of an answer within its route and knowledge base. */
export function identityOf({ answer, applied }: Pick<Endpoint, 'answer' | 'applied'>, call: Call): unknown[] {
  const { host: _, ...path } = call.path;
  const { parameters, language } = call;
  return [
    path,
    effectiveParameters(answer.type, { parameters, language }),
    applied?.(call) ?? [],
    pageOf(parameters),
  ];
}

function effectiveFields(values: ParameterValues, forWriter = false): [string, string][] {
  const fields = parseFields(values);
  return RESOURCE_TYPE_NAMES.toSorted().flatMap((type): [string, string][] => {
    const requested = fields.get(type);
    const { attributes, relationships } = RESOURCE_TYPES[type];
    const more = forWriter && type === 'guide' ? Object.keys(EDITING_ATTRIBUTES) : [];
    const names = [...attributes, ...more, ...Object.keys(relationships)].filter((name) =>
      requested?.has(name),
    );
    return requested ? [[`fields[${type}]`, names.join(',')]] : [];
  });
}

function pathsOf(tree: IncludeTree): string[] {
  const paths = Array.from(tree, ([name, below]) =>
    below.size === 0 ? name : pathsOf(below).map((path) => `${name}.${path}`),
  );
  return paths.flat().toSorted();
}
