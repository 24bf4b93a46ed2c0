import {
  groupsOf,
  type OpenApiDocument,
  type PathItem,
  pathTemplate,
  webhookItems,
} from '@guidepost/openapi';
import { VERSION } from '../../version.ts';
import type { Operations, Routes } from '../endpoint.ts';
import type { Format } from '../formats/format.ts';
import { errorResponseComponents, MESSAGES } from './error-responses.ts';
import { FILE_PATHS } from './file-paths.ts';
import { HEADERS } from './headers.ts';
import { inReadingOrder } from './operation-names.ts';
import { sharedParameters } from './parameters.ts';
import { postOperation } from './post-operation.ts';
import { readOperation, readXmlOperation } from './read-operation.ts';
import { RECORD_SCHEMAS } from './record-schemas.ts';
import { PATHS_BESIDES_API } from './service-paths.ts';
import { WEBHOOK_EVENTS } from './webhooks.ts';
import { writeOperation } from './write-operation.ts';

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
