import type { SchemaObject } from 'ajv';

/** The parts of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1) that we write. */
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
  components: {
    schemas: Record<string, SchemaObject>;
    parameters: Record<string, OperationParameter>;
    responses: Record<string, Response>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, object>;
  };
}

/** HEAD works wherever GET does and is not written down each time. */
export interface PathItem {
  get?: Operation;
  post?: Operation;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: (OperationParameter | Reference)[];
  requestBody?: { description: string; required: boolean; content: Record<string, MediaType> };
  /** By status. */
  responses: Record<string, Response | Reference>;
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
  /** By media type. */
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema: SchemaObject;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface Reference {
  $ref: string;
}

/** Refers to what stands among the components, once for all who use it. */
export function reference(kind: keyof OpenApiDocument['components'], name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}

export function schemaReference(name: string): Reference {
  return reference('schemas', name);
}

/** What is written in place, or what a reference to the components leads to. */
export function resolve<Kind extends 'parameters' | 'responses'>(
  { components }: OpenApiDocument,
  kind: Kind,
  written: Reference | OpenApiDocument['components'][Kind][string],
): OpenApiDocument['components'][Kind][string] {
  if (!('$ref' in written)) return written;
  const found = components[kind][written.$ref.slice(`#/components/${kind}/`.length)];
  if (!found) throw new Error(`The OpenAPI document refers to ${written.$ref}, which it does not have.`);
  return found as OpenApiDocument['components'][Kind][string];
}

/** An object that has these members and no others; all of them unless some are named as optional. */
export function closedObject(
  properties: Record<string, SchemaObject>,
  { optional = [], ...more }: { optional?: readonly string[]; description?: string } = {},
): SchemaObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', ...more, required, properties, additionalProperties: false };
}
