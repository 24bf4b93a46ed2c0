import { METHODS, type OpenApiDocument, type OperationParameter } from './document.ts';

/** The description of a path parameter, shared by all paths. */
export type PathParameterDescription = Pick<OperationParameter, 'description' | 'schema' | 'example'>;

const PARAMETER = /:([a-z_]+)/g;

/** Converts Express's `/:host/guides/:id` to `/{host}/guides/{id}`. */
export function pathTemplate(pattern: string): string {
  return pattern.replace(PARAMETER, '{$1}');
}

/** The parameters of a route's pattern. @throws Error for one without a description, at start */
export function pathParameters(
  pattern: string,
  descriptions: Readonly<Record<string, PathParameterDescription>>,
): OperationParameter[] {
  return Array.from(pattern.matchAll(PARAMETER), ([, name = '']) => {
    const described = descriptions[name];
    if (!described) throw new Error(`The OpenAPI document does not describe the path parameter ${name}.`);
    return { name, in: 'path', required: true, ...described };
  });
}

export function byDepth(one: string, other: string): number {
  return one.split('/').length - other.split('/').length;
}

export function groupsOf(paths: OpenApiDocument['paths']): { name: string }[] {
  const operations = Object.values(paths).flatMap((item) => METHODS.map((method) => item[method]));
  const names = operations.flatMap((operation) => operation?.tags ?? []);
  return [...new Set(names)].map((name) => ({ name }));
}
