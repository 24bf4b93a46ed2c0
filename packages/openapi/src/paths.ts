import type { OpenApiDocument, OperationParameter } from './document.ts';

/** What is said of a parameter of paths wherever one has it. */
export type PathParameterDescription = Pick<OperationParameter, 'description' | 'schema' | 'example'>;

const PARAMETER = /:([a-z_]+)/g;

/** Express's `/:host/guides/:id` as OpenAPI writes it: `/{host}/guides/{id}`. */
export function pathTemplate(pattern: string): string {
  return pattern.replace(PARAMETER, '{$1}');
}

/**
 * What the pattern of a route leaves open.
 * @throws Error for a name that is not described: at start, where it is seen
 */
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

/** An order of patterns: lists and resources before what is below them, as readers look for them. */
export function byDepth(one: string, other: string): number {
  return one.split('/').length - other.split('/').length;
}

/** The groups that operations are in, for `tags` of the document: in the order in which they are first met. */
export function groupsOf(paths: OpenApiDocument['paths']): { name: string }[] {
  const operations = Object.values(paths).flatMap(({ get, post }) => [get, post]);
  const names = operations.flatMap((operation) => operation?.tags ?? []);
  return [...new Set(names)].map((name) => ({ name }));
}
