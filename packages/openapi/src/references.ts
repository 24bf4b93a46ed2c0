import type { OpenApiDocument, Reference } from './document.ts';

type Components = OpenApiDocument['components'];

/** Refers to what stands among the components, once for all who use it. */
export function reference(kind: keyof Components, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Refers to a schema among the components. */
export function schemaReference(name: string): Reference {
  return reference('schemas', name);
}

/** The header fields of an answer, by reference. */
export function headerReferences(names: readonly string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

/**
 * What is written in place, or what a reference to the components leads to.
 * @throws Error when it leads nowhere
 */
export function resolve<Kind extends 'parameters' | 'responses' | 'schemas'>(
  { components }: OpenApiDocument,
  kind: Kind,
  written: Reference | Components[Kind][string],
): Components[Kind][string] {
  if (!('$ref' in written)) return written;
  const found = components[kind][String(written.$ref).slice(`#/components/${kind}/`.length)];
  if (!found) throw new Error(`The OpenAPI document refers to ${written.$ref}, which it does not have.`);
  return found as Components[Kind][string];
}
