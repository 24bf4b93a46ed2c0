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
