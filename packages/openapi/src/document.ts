import type { SchemaObject } from 'ajv';

/** The parts of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1) that we use. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  security: Record<string, string[]>[];
  tags: { name: string }[];
  paths: Record<string, PathItem>;
  /** By type of event. */
  webhooks?: Record<string, PathItem>;
  components: {
    schemas: Record<string, SchemaObject>;
    parameters: Record<string, OperationParameter>;
    responses: Record<string, Response>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, object>;
  };
}

export interface PathItem {
  get?: Operation;
  post?: Operation;
  patch?: Operation;
  delete?: Operation;
}

/** In the order of documents. */
export const METHODS = ['get', 'post', 'patch', 'delete'] as const satisfies (keyof PathItem)[];
export type Method = (typeof METHODS)[number];

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: (OperationParameter | Reference)[];
  requestBody?: RequestBody;
  responses: Record<string, Response | Reference>;
}

export interface RequestBody {
  description: string;
  required: boolean;
  content: Record<string, MediaType>;
}

export interface OperationParameter {
  name: string;
  in: 'header' | 'path' | 'query';
  description: string;
  required?: boolean;
  style?: 'form';
  explode?: boolean;
  schema: SchemaObject;
  example?: unknown;
}

export interface Header {
  description: string;
  required?: boolean;
  schema: SchemaObject;
}

export interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema: SchemaObject;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface Reference {
  $ref: string;
}

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

/** The schema of an object with these members only; all are required unless listed as optional. */
export function closedObject(
  properties: Record<string, SchemaObject>,
  { optional = [], ...more }: { optional?: readonly string[]; description?: string } = {},
): SchemaObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', ...more, required, properties, additionalProperties: false };
}
