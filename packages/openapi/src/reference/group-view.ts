import type { SchemaObject } from 'ajv';
import {
  METHODS,
  type OpenApiDocument,
  type Operation,
  type OperationParameter,
  type RequestBody,
  type Response,
  resolve,
} from '../document.ts';
import { curlLine, type JsonToken, jsonTokens } from './examples.ts';
import { describeSchema, type MemberRow, memberRows, type ReferenceOptions } from './reference-options.ts';

export interface OperationView {
  id: string;
  method: string;
  path: { text: string; open: boolean }[];
  summary: string;
  description: string | undefined;
  parameters: (MemberRow & { in: string })[];
  body: MemberRow[];
  curl: string;
  successes: { status: string; description: string }[];
  errors: string[];
  examples: { title: string; tokens: JsonToken[] }[];
}

export interface GroupView {
  id: string;
  name: string;
  operations: OperationView[];
}

export function groupViews(document: OpenApiDocument, options: ReferenceOptions): GroupView[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method: method.toUpperCase(), operation }] : [];
    }),
  );
  return document.tags.map(({ name }) => ({
    id: anchor(name),
    name,
    operations: operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map((one) => operationView(document, one, options)),
  }));
}

/** `Guides (JSON:API 1.1)` → `guides-json-api-1-1` */
function anchor(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

interface Located {
  path: string;
  method: string;
  operation: Operation;
}

function operationView(
  document: OpenApiDocument,
  { path, method, operation }: Located,
  options: ReferenceOptions,
): OperationView {
  const { operationId, summary, description, requestBody: body } = operation;
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, 'parameters', one));
  const responses = Object.fromEntries(
    Object.entries(operation.responses).map(([status, one]) => [status, resolve(document, 'responses', one)]),
  );
  const statuses = Object.keys(responses);
  const success = responses['200'] ?? responses['201'];
  return {
    id: operationId,
    method,
    path: pathPieces(path),
    summary,
    description,
    parameters: parameters.map(parameterRow),
    body: bodyRows(document, body),
    curl: curlLine({ path, method, parameters, body, success, keyed: needsKey(operation) }, options),
    successes: statuses
      .filter((status) => status < '400')
      .map((status) => ({ status, description: responses[status]?.description ?? '' })),
    errors: statuses.filter((status) => status >= '400'),
    examples: examplesOf(success),
  };
}

/** Whether it has no alternative without a key. */
function needsKey({ security = [{}] }: Operation): boolean {
  return security.every((alternative) => Object.keys(alternative).length > 0);
}

function pathPieces(path: string): OperationView['path'] {
  return path
    .split(/(\{[^}]*\})/)
    .filter((text) => text !== '')
    .map((text) => ({ text, open: text.startsWith('{') }));
}

function parameterRow({ name, in: place, schema, description }: OperationParameter) {
  return { name, in: place, type: describeSchema(schema), description };
}

/** The members of all accepted formats, each as the first format has it. */
function bodyRows(document: OpenApiDocument, body: RequestBody | undefined): MemberRow[] {
  const rows = new Map<string, MemberRow>();
  for (const media of Object.values(body?.content ?? {})) {
    for (const row of formatRows(resolve(document, 'schemas', media.schema)))
      if (!rows.has(row.name)) rows.set(row.name, row);
  }
  return [...rows.values()];
}

function formatRows(schema: SchemaObject): MemberRow[] {
  const isNeeded = (name: string) => Array.isArray(schema.required) && schema.required.includes(name);
  return memberRows(schema).map((row) =>
    isNeeded(row.name) ? { ...row, type: `${row.type}, required` } : row,
  );
}

function examplesOf(response: Response | undefined): OperationView['examples'] {
  const examples = Object.values(response?.content ?? {}).flatMap((media) =>
    Object.values(media.examples ?? {}),
  );
  return examples.map(({ summary = 'Example', value }) => ({ title: summary, tokens: tokensOf(value) }));
}

/** Text that is not JSON is one token. */
function tokensOf(value: unknown): JsonToken[] {
  return typeof value === 'string' ? [{ kind: 'plain', text: value }] : jsonTokens(value);
}
