import type { OpenApiDocument, Reference } from './document.ts';

type Components = OpenApiDocument['components'];

export function reference(kind: keyof Components, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}

export function schemaReference(name: string): Reference {
  return reference('schemas', name);
}

export function headerReferences(names: readonly string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

/** Resolves a reference; returns anything else unchanged. @throws Error when the component does not exist */
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
