import { parseJson, readBody } from '@guidepost/http';
import { AppError, type ErrorKind, parseId } from '@guidepost/service-kit';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { MEDIA_TYPE } from '../json-api/headers.ts';
import type { Mount } from '../json-api/mount.ts';
import type { WriteCall } from '../reading/endpoint.ts';
import { type RequestDocumentRule, requestSchema } from './request-documents.ts';
import { ARRIVAL } from './upload-permits.ts';

interface Identifier {
  type: string;
  id: string;
}

/** A valid document: its attributes, and the linkage of its relationships. */
export interface RequestDocument {
  attributes: Readonly<Record<string, unknown>>;
  linkage: Readonly<Record<string, Identifier | Identifier[] | null | undefined>>;
}

export type ReadDocument = (call: WriteCall) => Promise<RequestDocument>;

interface SentResource {
  type?: unknown;
  id?: unknown;
  attributes?: Record<string, unknown>;
  relationships?: Record<string, { data?: Identifier | Identifier[] | null }>;
}

const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false });

/** Creates the reader of documents that a rule describes. */
export function createReadDocument(
  rule: RequestDocumentRule,
  { mount, maximumBytes }: { mount: Mount; maximumBytes: number },
): ReadDocument {
  const schema = requestSchema(rule);
  const accepted = {
    accepts: mount.negotiation.takesJson,
    expected: MEDIA_TYPE,
    maximumBytes,
    arrival: ARRIVAL,
  };
  return async ({ request, path }) => {
    const body = await readBody(request, accepted);
    if (!body) throw problem('malformed', '', 'Send a JSON:API document.');
    // Compiled when it is first needed, as parameters are.
    return checkDocument(parseJson(body), { rule, isValid: ajv.compile(schema), id: path.id });
  };
}

/**
 * @throws AppError `malformed` for what is no document, `conflict` or `forbidden` for its type or ID as JSON:API says,
 * `unprocessable` for attributes and relationships
 */
function checkDocument(
  document: unknown,
  { rule, isValid, id }: { rule: RequestDocumentRule; isValid: ValidateFunction; id: string | undefined },
): RequestDocument {
  const sent: SentResource = Object(Object(document).data);
  requireIdentity(sent, rule, id);
  if (!isValid(document)) throw mistakeIn(isValid.errors?.[0]);
  const linkage = Object.entries(sent.relationships ?? {}).map(([name, { data }]) => [name, data] as const);
  return { attributes: sent.attributes ?? {}, linkage: Object.fromEntries(linkage) };
}

/** JSON:API 1.1, "Creating Resources" and "Updating Resources". */
function requireIdentity(
  sent: SentResource,
  { type, creates }: RequestDocumentRule,
  id: string | undefined,
): void {
  if (typeof sent.type === 'string' && sent.type !== type) {
    throw problem('conflict', '/data/type', `This address takes resources of the type ${type}.`);
  }
  if (creates && sent.id !== undefined) {
    throw problem('forbidden', '/data/id', 'The service chooses the ID.');
  }
  if (!creates && typeof sent.id === 'string' && sent.id !== id) {
    throw problem('conflict', '/data/id', 'The ID is not that of the address.');
  }
}

function mistakeIn(error: ErrorObject | undefined): AppError {
  const { instancePath = '', keyword, params = {} } = error ?? {};
  const name = String(params.additionalProperty ?? params.missingProperty ?? '').slice(0, 100);
  const step =
    keyword === 'additionalProperties' ? `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : '';
  const pointer = (instancePath + step).toWellFormed();
  const kind = /^\/data\/(attributes|relationships)/.test(pointer) ? 'unprocessable' : 'malformed';
  return problem(kind, pointer, describe(error, name.toWellFormed()));
}

function describe(error: ErrorObject | undefined, name: string): string {
  const { keyword, params = {}, instancePath = '' } = error ?? {};
  switch (keyword) {
    case 'additionalProperties':
      if (/^\/data\/relationships\/[^/]+$/.test(instancePath) && name === 'data')
        return 'This cannot be set here.';
      return `"${name}" cannot be set here.`;
    case 'required':
      return `"${name}" is missing.`;
    case 'type':
      return `This must be ${[params.type].flat().join(' or ')}.`;
    case 'enum':
      return `This must be one of ${params.allowedValues.join(', ')}.`;
    case 'const':
      return `This must be "${params.allowedValue}".`;
    case 'pattern':
      return 'This must be an ID, a decimal number as a string.';
    case 'maxItems':
      return `This may have at most ${params.limit} elements.`;
    default:
      return `This ${error?.message ?? 'is not valid'}.`;
  }
}

/** An attribute that the rule requires. */
export function textIn({ attributes }: RequestDocument, name: string): string {
  return String(attributes[name]);
}

/** The ID of a linked resource. @throws AppError `not-found` for one that nothing can have, as it was sent */
export function storedId(text: string, noun: string, pointer: string): number {
  const id = parseId(text);
  if (id === undefined) throw problem('not-found', pointer, `There is no ${noun} ${text}.`);
  return id;
}

/** An error about a part of the body. @param pointer a JSON Pointer (RFC 6901) */
export function problem(kind: ErrorKind, pointer: string, message: string): AppError {
  return new AppError(kind, message, { source: { pointer } });
}
