import {
  headerReferences,
  LIMIT_HEADERS,
  type Operation,
  type RequestBody,
  type Response,
} from '@guidepost/openapi';
import type { PostDescription } from '../endpoint.ts';
import { FORM_TYPES } from '../forms/read-form-fields.ts';
import { errorResponses } from './error-responses.ts';
import { groupOf, operationId } from './operation-names.ts';
import { postParameters } from './parameters.ts';
import { examplePost, formSchema, postSchema } from './post-schema.ts';

/** What OpenAPI calls an operation, made of what an endpoint says of itself: the fields that posts are judged by. */
export function postOperation(path: string, endpoint: PostDescription): Operation {
  const { summary, description, fields, repeatable } = endpoint;
  return {
    operationId: operationId('post', path),
    tags: [groupOf(path)],
    summary,
    ...(description !== undefined && { description }),
    parameters: postParameters(path),
    requestBody: postBody(fields),
    responses: { 201: CREATED, 303: LED_ON, ...errorResponses('post', repeatable ? ['conflict'] : []) },
  };
}

const CREATED: Response = {
  description:
    'It was stored; `Location` leads to it, where it has an address and nobody has to see it first.',
  headers: headerReferences(['ETag', 'Location', ...LIMIT_HEADERS]),
  content: { 'text/plain; charset=utf-8': { schema: { const: 'Created' } } },
};

const LED_ON: Response = {
  description:
    'To a form: it leads to `success_url`, or to the page of the dialog; when it was not taken and has an `error_url`, there.',
  headers: headerReferences(['ETag', 'Cache-Control', 'Location', ...LIMIT_HEADERS]),
};

function postBody(fields: PostDescription['fields']): RequestBody {
  return {
    description:
      'A JSON object or a form in UTF-8, of at most 256 kB. Fields that are not known are ignored. A forum that asks for more than the usual takes its own fields with dialogs, and refuses what nobody knows.',
    required: true,
    content: {
      'application/json': { schema: postSchema(fields), examples: { post: { value: examplePost(fields) } } },
      ...Object.fromEntries(FORM_TYPES.map((type) => [type, { schema: formSchema(fields) }])),
    },
  };
}
