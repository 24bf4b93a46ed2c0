import type { Context } from '../context.ts';
import { createApis } from '../http/api.ts';
import { createOpenApiDocument } from '../http/openapi/openapi-document.ts';
import { EXAMPLE } from './example.ts';

/** An operation of the OpenAPI document. */
export interface ServiceOperation {
  method: 'get' | 'post';
  /** `/knowledge/v1/{host}/guides/{id}` */
  template: string;
  /** Query parameters. */
  parameters: string[];
}

interface DescribedParameter {
  name?: string;
  in?: string;
  $ref?: string;
}

/** All operations, on both mounts. */
export function listOperations(): ServiceOperation[] {
  // The routes are only listed, not called.
  const { paths, components } = createOpenApiDocument(createApis({} as Context));
  const shared = (components as { parameters: Record<string, DescribedParameter> }).parameters;
  const resolve = (one: DescribedParameter) => (one.$ref ? shared[one.$ref.split('/').at(-1) ?? ''] : one);
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method as ServiceOperation['method'],
      template,
      parameters: ((operation as { parameters?: DescribedParameter[] }).parameters ?? [])
        .map(resolve)
        .flatMap((one) => (one?.in === 'query' && one.name !== undefined ? [one.name] : [])),
    })),
  );
}

/** Parameters for the example. */
const PRESENT: Readonly<Record<string, string>> = {
  host: EXAMPLE.host,
  guide: 'install',
  slug: 'install',
  name: `${'a'.repeat(22)}.png`,
  guides: '31',
  categories: '11',
  tags: '21',
};

/**
 * Fills in a path; values in `others` come first, by parameter (`slug`) or, for IDs, by collection (`guides`).
 */
export function fillPath(template: string, others: Readonly<Record<string, string>> = {}): string {
  const values = { ...PRESENT, ...others };
  return template
    .replace(/(?<=\/(\w+)\/)\{id\}/, (_, collection: string) => values[collection] ?? '')
    .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
