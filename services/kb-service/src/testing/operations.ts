import { METHODS, type Method } from '@guidepost/openapi';
import type { Context } from '../context.ts';
import { createApis } from '../http/api.ts';
import { createOpenApiDocument } from '../http/openapi/openapi-document.ts';
import { EXAMPLE } from './example.ts';

/** An operation of the OpenAPI document. */
export interface ServiceOperation {
  method: Method;
  /** `/knowledge/v1/{host}/guides/{id}` */
  template: string;
  /** Query parameters. */
  parameters: string[];
  /** Whether it needs a key that may write. */
  isWrite: boolean;
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
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const parameters = ((operation.parameters ?? []) as DescribedParameter[])
        .map(resolve)
        .flatMap((one) => (one?.in === 'query' && one.name !== undefined ? [one.name] : []));
      const isWrite = operation.security?.some((scheme) => 'accessKey' in scheme) ?? false;
      return [{ method, template, parameters, isWrite }];
    }),
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
  addresses: '31',
  language: 'de',
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
