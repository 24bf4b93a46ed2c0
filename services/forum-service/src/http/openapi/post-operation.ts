import {
  headerReferences,
  LIMIT_HEADERS,
  type Operation,
  type RequestBody,
  type Response,
} from '@guidepost/openapi';
import { FORM_TYPES } from '../content-type.ts';
import type { PostDescription } from '../endpoint.ts';
import { errorResponses } from './error-responses.ts';
import { groupOf, operationId } from './operation-names.ts';
import { postParameters } from './parameters.ts';
import { examplePost, formSchema, postSchema } from './post-schema.ts';

export function postOperation(path: string, endpoint: PostDescription): Operation {
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
