import type { ErrorObject } from 'ajv/dist/2020.js';
import { type Header, type OpenApiDocument, type Operation, resolve } from '../document.ts';
import { createSchemaCompiler } from './document-mistakes.ts';

/** A subset of supertest's response. */
interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  body: unknown;
}

interface Place {
  method: string;
  path: string;
}

export function createAnswerValidator(document: OpenApiDocument) {
  const ajv = createSchemaCompiler();
  ajv.addSchema(JSON.parse(JSON.stringify(document)), 'document');

  function check(pointer: string[], value: unknown): string[] {
    const fragment = pointer.map((step) =>
      encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    const reference = `document#/${fragment.join('/')}`;
    const validate = ajv.getSchema(reference);
    if (!validate) throw new Error(`The document has no ${reference}.`);
    return validate(value) ? [] : (validate.errors ?? []).map(describeMistake);
  }

  function operationAt({ path, method }: Place): Operation | undefined {
    return (document.paths[path] as Record<string, Operation> | undefined)?.[method];
  }

  function validate(at: Place & { status: number; mediaType: string }, body: unknown): string[] {
    const { path, method, status, mediaType } = at;
    const written = operationAt({ path, method })?.responses[status];
    const inPlace = ['paths', path, method, 'responses', String(status)];
    const response = written && '$ref' in written ? written.$ref.slice('#/'.length).split('/') : inPlace;
    return check([...response, 'content', mediaType, 'schema'], body);
  }

  function mistakesOf({ method, path }: Place, answer: Answer): string[] {
    const written = operationAt({ path, method })?.responses[answer.status];
    if (!written) return [`${answer.status} is not documented`];
    const response = resolve(document, 'responses', written);
    const names = Object.keys(response.headers ?? {});
    const headers = names.flatMap((name) => checkHeader(name, answer.headers[name.toLowerCase()]));
    if (!response.content) return [...headers, ...(answer.text ? ['there is a body'] : [])];
    const sent = String(answer.headers['content-type']);
    // A media type without parameters also covers those with parameters.
    const mediaType = [sent, sent.replace(/;.*/, '')].find((one) => response.content?.[one]);
    if (mediaType === undefined) return [...headers, `${sent} is not documented`];
    const body = mediaType.includes('json') ? answer.body : answer.text;
    return [...headers, ...validate({ method, path, status: answer.status, mediaType }, body)];
  }

  function checkHeader(name: string, text: string | undefined): string[] {
    const header: Header | undefined = document.components.headers[name];
    if (!header) return [`the header ${name} is not described`];
    if (text === undefined) return header.required ? [`the header ${name} is missing`] : [];
    const value = header.schema.type === 'integer' ? Number(text) : text;
    return check(['components', 'headers', name, 'schema'], value).map((mistake) => `${name}: ${mistake}`);
  }

  /** The differences between the body of a webhook and the description of its event. */
  function mistakesOfEvent(body: { type: string }): string[] {
    if (!document.webhooks?.[body.type]) return [`${body.type} is not documented`];
    const content = ['requestBody', 'content', 'application/json', 'schema'];
    return check(['webhooks', body.type, 'post', ...content], body);
  }

  return { mistakesOf, mistakesOfEvent, validate };
}

/** Copies of a document, each with an undescribed member in one object. */
export function withUndocumentedMembers(body: unknown): { at: string; body: unknown }[] {
  return objectPaths(body).map((path) => {
    const copy = structuredClone(body);
    const target = path.reduce((value, step) => (value as Record<string, unknown>)[step], copy);
    (target as Record<string, unknown>).undocumented = true;
    return { at: `/${path.join('/')}`, body: copy };
  });
}

function objectPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([name, member]) => objectPaths(member, [...path, name]));
  return Array.isArray(value) ? below : [path, ...below];
}

function describeMistake({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;
}
