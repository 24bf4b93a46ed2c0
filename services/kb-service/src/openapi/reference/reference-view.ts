import type { SchemaObject } from 'ajv';
import { MEDIA_TYPE } from '../../json-api/headers.ts';
import {
  type OpenApiDocument,
  type Operation,
  type OperationParameter,
  type Response,
  resolve,
} from '../openapi.ts';
import { describeSchema } from './describe-schema.ts';
import { type JsonToken, jsonTokens } from './json-tokens.ts';

/** What the page shows of an operation. */
export interface OperationView {
  id: string;
  method: string;
  /** The path in pieces; those in braces are to be filled in. */
  path: { text: string; open: boolean }[];
  summary: string;
  description: string | undefined;
  parameters: { name: string; in: string; type: string; description: string }[];
  curl: string;
  successes: { status: string; description: string }[];
  /** Statuses; each is explained in the table of errors. */
  errors: string[];
  examples: { title: string; tokens: JsonToken[] }[];
}

export interface GroupView {
  id: string;
  name: string;
  operations: OperationView[];
}

/** Operations in their groups, in the document's order. */
export function groupViews(document: OpenApiDocument): GroupView[] {
  const operations = Object.entries(document.paths).flatMap(([path, { get, post }]) => [
    ...(get ? [{ path, method: 'GET', operation: get }] : []),
    ...(post ? [{ path, method: 'POST', operation: post }] : []),
  ]);
  return document.tags.map(({ name }) => ({
    id: anchor(name),
    name,
    operations: operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map((one) => operationView(document, one)),
  }));
}

/** `Guides (JSON:API 1.1)` → `guides-json-api-1-1` */
function anchor(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The members of a schema that are worth a row, with their types. */
export function memberRows(schema: SchemaObject): { name: string; type: string; description: string }[] {
  const properties = (schema.properties ?? {}) as Record<string, SchemaObject>;
  return Object.entries(properties).map(([name, member]) => ({
    name,
    type: describeSchema(member),
    description: String(member.description ?? ''),
  }));
}

interface Located {
  path: string;
  method: string;
  operation: Operation;
}

function operationView(document: OpenApiDocument, { path, method, operation }: Located): OperationView {
  const { operationId, summary, description } = operation;
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, 'parameters', one));
  const responses = Object.fromEntries(
    Object.entries(operation.responses).map(([status, one]) => [status, resolve(document, 'responses', one)]),
  );
  const statuses = Object.keys(responses);
  return {
    id: operationId,
    method,
    path: pathPieces(path),
    summary,
    description,
    parameters: parameters.map(parameterRow),
    curl: curlLine({ path, method, parameters, success: responses['200'] }),
    successes: statuses
      .filter((status) => status < '400')
      .map((status) => ({ status, description: responses[status]?.description ?? '' })),
    errors: statuses.filter((status) => status >= '400'),
    examples: examplesOf(responses['200']),
  };
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

interface Request {
  path: string;
  method: string;
  parameters: OperationParameter[];
  success: Response | undefined;
}

/** A request to try as it stands, with the parameters of the path filled in by their examples. */
function curlLine({ path, method, parameters, success }: Request): string {
  const examples = new Map(parameters.map(({ name, example }) => [name, String(example ?? name)]));
  const filled = path.replace(/\{([^}]*)\}/g, (_, name) => examples.get(name) ?? name);
  const accept = Object.keys(success?.content ?? {})[0] ?? '*/*';
  const header = accept === MEDIA_TYPE ? ` -H 'Accept: ${accept}'` : '';
  return `curl${method === 'GET' ? '' : ` -X ${method}`}${header} "$KB${filled}"`;
}

function examplesOf(response: Response | undefined): OperationView['examples'] {
  const examples = Object.values(response?.content ?? {}).flatMap((media) =>
    Object.values(media.examples ?? {}),
  );
  return examples.map(({ summary = 'Example', value }) => ({ title: summary, tokens: jsonTokens(value) }));
}
