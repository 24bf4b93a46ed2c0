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
  components: {
    schemas: Record<string, SchemaObject>;
    parameters: Record<string, OperationParameter>;
    responses: Record<string, Response>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, object>;
  };
}

/** The operations of a path. HEAD, supported wherever GET is, is not listed. */
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
  requestBody?: RequestBody;
  /** By status. */
  responses: Record<string, Response | Reference>;
}

export interface RequestBody {
  description: string;
  required: boolean;
  /** By media type. */
  content: Record<string, MediaType>;
}

/** A path, query or header parameter. */
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

/** A response header field. */
export interface Header {
  description: string;
  required?: boolean;
  schema: SchemaObject;
}

/** A response with one status. */
export interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  /** By media type. */
  content?: Record<string, MediaType>;
}

/** A body in one format. */
export interface MediaType {
  schema: SchemaObject;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

/** A reference to a component. */
export interface Reference {
  $ref: string;
}
