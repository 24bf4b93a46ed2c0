import fc from 'fast-check';
import type { OpenApiDocument } from '../../document.ts';
import { resolve } from '../../references.ts';
import { listOperations } from '../document-mistakes.ts';
import { bodiesOf } from './bodies.ts';
import { type HeaderOptions, headersOf } from './header-fields.ts';
import { mostly } from './hostile-text.ts';
import type { FuzzedRequest } from './request.ts';
import type { KnownValues } from './schema-values.ts';
import { targetsOf } from './targets.ts';

export interface RequestOptions extends HeaderOptions {
  document: OpenApiDocument;
  known: KnownValues;
  /** `get /api/{slug}.json` */
  operations: readonly string[];
}

const METHODS = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'GET', 'POST'];

export function requestsFor(options: RequestOptions): fc.Arbitrary<FuzzedRequest> {
  const { document, known } = options;
  const wanted = listOperations(document).filter(({ method, path }) =>
    options.operations.includes(`${method} ${path}`),
  );
  const operations = wanted.map(({ method, path, operation }) => {
    const parameters = (operation.parameters ?? []).map((one) => resolve(document, 'parameters', one));
    const bodies =
      operation.requestBody && mostly(bodiesOf(operation.requestBody, known), fc.constant(undefined), 30);
    return fc
      .record({
        method: mostly(fc.constant(method.toUpperCase()), fc.constantFrom(...METHODS), 15),
        target: targetsOf(path, parameters, known),
        headers: headersOf(options),
        body:
          bodies ??
          mostly(fc.constant(undefined), fc.constant({ type: 'application/json', bytes: '{}' }), 50),
      })
      .map(({ body, headers, ...request }) => ({
        ...request,
        headers: { ...headers, ...(body?.type !== undefined && { 'Content-Type': body.type }) },
        body: body?.bytes,
      }));
  });
  return fc.oneof(...operations);
}
