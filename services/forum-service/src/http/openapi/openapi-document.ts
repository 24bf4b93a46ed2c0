import {
  closedObject,
  groupsOf,
  headerReferences,
  LIMIT_HEADERS,
  type OpenApiDocument,
  type Operation,
  type PathItem,
  pathTemplate,
  type RequestBody,
  type Response,
  schemaReference,
  type WebhookEvent,
  webhookItems,
} from '@guidepost/openapi';
import type { SchemaObject } from 'ajv';
import type { EVENT_TYPES } from '../../tenants/webhooks.ts';
import { VERSION } from '../../version.ts';
import { FORM_TYPES } from '../content-type.ts';
import type { Operations, PostDescription, Routes } from '../endpoint.ts';
import type { Format } from '../formats/notations.ts';
import { errorResponseComponents, errorResponses, MESSAGES } from './error-responses.ts';
import { FILE_PATHS } from './file-paths.ts';
import { groupOf, inReadingOrder, operationId } from './operation-names.ts';
import { HEADERS, postParameters, sharedParameters } from './parameters.ts';
import { examplePost, formSchema, postSchema } from './post-schema.ts';
import { readOperation, readXmlOperation } from './read-operation.ts';
import { RECORD_SCHEMAS } from './record-schemas.ts';
import { PATHS_BESIDES_API } from './service-paths.ts';
import { writeOperation } from './write-operation.ts';

const CREATED: Response = {
  description: 'Stored; `Location` is its address, if it has one and is not held for review.',
  headers: headerReferences(['ETag', 'Location', ...LIMIT_HEADERS]),
  content: { 'text/plain; charset=utf-8': { schema: { const: 'Created' } } },
};

const REDIRECTED: Response = {
  description:
    'For forms: redirects to `success_url`, or to the dialog’s page; on errors to `error_url`, if given.',
  headers: headerReferences(['ETag', 'Cache-Control', 'Location', ...LIMIT_HEADERS]),
};

const ADDRESS: SchemaObject = { type: 'string', format: 'uri' };

const IDENTIFIER = { id: { type: 'integer', minimum: 1 }, uri: ADDRESS };

/** All that events tell of deleted posts. */
const DIALOG_REMAINS = gone(closedObject(IDENTIFIER));

const REMAINS = gone(closedObject({ ...IDENTIFIER, dialog_uri: ADDRESS }));

const DIALOG: SchemaObject = { anyOf: [schemaReference('Dialog'), DIALOG_REMAINS] };

const COMMENT: SchemaObject = { anyOf: [schemaReference('Comment'), REMAINS] };

const WEBHOOK_EVENTS: Readonly<Record<(typeof EVENT_TYPES)[number], WebhookEvent>> = {
  'dialog.created': { summary: 'A dialog was posted, or published after review', data: DIALOG },
  'dialog.updated': {
    summary: 'Title, text, topic, state, tags or author of a dialog have changed, or it was restored',
    data: DIALOG,
  },
  'dialog.archived': { summary: 'A dialog was archived', data: DIALOG },
  'dialog.merged': {
    summary: 'A dialog has become part of another one',
    data: closedObject({ ...IDENTIFIER, merged_into: DIALOG }),
  },
  'dialog.deleted': { summary: 'A dialog was deleted with its comments', data: DIALOG_REMAINS },
  'comment.created': { summary: 'A comment was posted, or published after review', data: COMMENT },
  'comment.updated': { summary: 'Text, author or mark of a comment have changed', data: COMMENT },
  'comment.deleted': { summary: 'A comment was deleted', data: REMAINS },
  'report.created': {
    summary: 'Someone has reported a dialog or comment',
    data: { anyOf: [schemaReference('Report'), REMAINS] },
  },
};

const INTRODUCTION =
  'Dialogs of forums: questions, problems, suggestions and praise, with their comments, votes and tags. The ending of a path selects the format, `.json` or `.xml`; with `callback`, JSON is wrapped in a function call (JSONP).';

const CONVENTIONS =
  'HEAD works wherever GET does; OPTIONS answers CORS preflights, and scripts of any origin may read responses to requests without a key. Of repeated query parameters the first counts; unknown ones are ignored. Errors are the same in every format.';

/** The OpenAPI 3.1 document, generated from the declarations that requests are validated by. */
export function createOpenApiDocument(routes: Routes): OpenApiDocument {
  const paths = { ...apiPaths(routes), ...FILE_PATHS, ...xmlPaths(routes), ...PATHS_BESIDES_API };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Guidepost forum',
      version: VERSION,
      description: [INTRODUCTION, CONVENTIONS].join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'Where this document is served' }],
    // Reading is public; a key shows more.
    security: [{}, { bearer: [] }, { key: [] }],
    tags: groupsOf(paths),
    paths,
    webhooks: webhookItems(WEBHOOK_EVENTS),
    components: {
      schemas: { ...RECORD_SCHEMAS, Messages: MESSAGES },
      parameters: sharedParameters(),
      responses: {
        ...errorResponseComponents('get'),
        ...errorResponseComponents('post'),
        ...errorResponseComponents('write'),
      },
      headers: HEADERS,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A key of the account that owns the forum.' },
        key: {
          type: 'apiKey',
          in: 'query',
          name: 'key',
          description: 'The same key in the query; it ends up in logs.',
        },
      },
    },
  };
}

function apiPaths(routes: Routes): Record<string, PathItem> {
  return Object.fromEntries(
    Object.entries(routes)
      .toSorted(([one], [other]) => inReadingOrder(one, other))
      .flatMap(([path, operations]) => pathItems(path, operations)),
  );
}

/** A read has one path per ending, so that generated types know the format. */
function pathItems(path: string, operations: Operations): [template: string, PathItem][] {
  const { get, post, perform } = operations;
  const template = `/api${pathTemplate(path)}`;
  const items: [string, PathItem][] = [];
  const withEnding = {
    ...(get && { get: readOperation(path, get) }),
    ...writeItem(path, operations, 'json'),
  };
  if (Object.keys(withEnding).length > 0) items.push([`${template}.json`, withEnding]);
  if (perform)
    items.push([template, { post: writeOperation(perform, { method: 'post', path, format: 'json' }) }]);
  if (post) items.push([template, { post: postOperation(path, post) }]);
  return items;
}

/** Changes by a key, at the addresses of records. */
function writeItem(path: string, operations: Operations, format: Format): PathItem {
  const { patch, delete: remove } = operations;
  return {
    ...(patch && { patch: writeOperation(patch, { method: 'patch', path, format }) }),
    ...(remove && { delete: writeOperation(remove, { method: 'delete', path, format }) }),
  };
}

/** Listed last, since they repeat the JSON paths. */
function xmlPaths(routes: Routes): Record<string, PathItem> {
  const reads = Object.entries(routes).toSorted(([one], [other]) => inReadingOrder(one, other));
  return Object.fromEntries(
    reads.flatMap(([path, operations]) =>
      operations.get
        ? [
            [
              `/api${pathTemplate(path)}.xml`,
              { get: readXmlOperation(path, operations.get), ...writeItem(path, operations, 'xml') },
            ],
          ]
        : [],
    ),
  );
}

function gone(schema: SchemaObject): SchemaObject {
  return { ...schema, description: 'Of a post that is gone.' };
}

function postOperation(path: string, endpoint: PostDescription): Operation {
  const { summary, description, fields, repeatable } = endpoint;
  return {
    operationId: operationId('post', path),
    tags: [groupOf(path)],
    summary,
    ...(description !== undefined && { description }),
    parameters: postParameters(path),
    requestBody: postBody(fields),
    responses: { 201: CREATED, 303: REDIRECTED, ...errorResponses('post', repeatable ? ['conflict'] : []) },
  };
}

function postBody(fields: PostDescription['fields']): RequestBody {
  return {
    description:
      'A JSON object in UTF-8, or a form in any character encoding, of at most 256 kB. Unknown fields are ignored, except in JSON to a forum with metadata fields, which rejects them. Metadata fields are sent with dialogs.',
    required: true,
    content: {
      'application/json': { schema: postSchema(fields), examples: { post: { value: examplePost(fields) } } },
      ...Object.fromEntries(FORM_TYPES.map((type) => [type, { schema: formSchema(fields) }])),
    },
  };
}
