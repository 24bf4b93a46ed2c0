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

/** What a path takes. HEAD works wherever GET does and is not written down each time. */
export interface PathItem {
  get?: Operation;
  post?: Operation;
}

/** What one method of a path does. */
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

/** What is sent with a request. */
export interface RequestBody {
  description: string;
  required: boolean;
  /** By media type. */
  content: Record<string, MediaType>;
}

/** What a request may say besides its body, and where. */
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

/** A header field of answers. */
export interface Header {
  description: string;
  required?: boolean;
  schema: SchemaObject;
}

/** What an operation answers with one status. */
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

/** Stands for one of the components. */
export interface Reference {
  $ref: string;
}
