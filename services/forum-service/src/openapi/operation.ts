import { headerReferences, type Operation, type Response, schemaReference } from '@guidepost/openapi';
import type { ReadDescription } from '../api/endpoint.ts';
import { errorResponses, type Method } from './error-responses.ts';
import { exampleAnswers } from './examples.ts';
import { READ_HEADERS } from './headers.ts';
import { readParameters } from './parameters.ts';

/** What needs a key: in a header, or in the address. */
const KEY_NEEDED = [{ bearer: [] }, { key: [] }];

/** Groups of operations by the word that paths begin with, in the order in which they are shown. */
const GROUPS = new Map([
  ['', 'Dialogs'],
  ['popular', 'Dialogs'],
  ['dialog', 'Dialogs'],
  ['search', 'Dialogs'],
  ['comment', 'Comments'],
  ['vote', 'Votes'],
  ['report-dialog', 'Reports'],
  ['report-comment', 'Reports'],
  ['tag', 'Tags'],
  ['taglist', 'Tags'],
  ['properties', 'Forums'],
]);

/** What OpenAPI calls an operation, made of what an endpoint says of itself. */
export function readOperation(path: string, endpoint: ReadDescription): Operation {
  const { summary, description, keyNeeded } = endpoint;
  return {
    operationId: operationId('get', path),
    tags: [groupOf(path)],
    summary,
    ...(description !== undefined && { description }),
    ...(keyNeeded && { security: KEY_NEEDED }),
    parameters: readParameters(`${path}.:format`, endpoint),
    responses: { 200: success(endpoint), 304: NOT_MODIFIED, ...errorResponses('get') },
  };
}

/** Paths in the order of their groups, lists before what is below them. */
export function inReadingOrder(one: string, other: string): number {
  const words = [...GROUPS.keys()];
  const place = (path: string) => words.indexOf(firstWord(path)) * 10 + path.split('/').length;
  return place(one) - place(other);
}

/** `/comment/:slug/:id` → `comment`; paths of dialogs begin with none. */
function firstWord(path: string): string {
  const [, word = ''] = path.split('/');
  return word.startsWith(':') ? '' : word;
}

/** @throws Error for a path that is in no group: at start, where it is seen */
function groupOf(path: string): string {
  const group = GROUPS.get(firstWord(path));
  if (group === undefined) throw new Error(`The OpenAPI document has no group for ${path}.`);
  return group;
}

/** `get-comment-by-id`, for generators that make functions of operations. */
function operationId(method: Method, path: string): string {
  const open = path.split('/').filter((segment) => segment.startsWith(':') && segment !== ':slug');
  return [method, firstWord(path) || 'dialogs', ...open.map((segment) => `by-${segment.slice(1)}`)].join('-');
}

function success(endpoint: ReadDescription): Response {
  const { record, list } = endpoint.answer;
  const schema = schemaReference(record);
  const { json, jsonp, xml } = exampleAnswers(endpoint);
  return {
    description: DESCRIPTIONS[list ?? 'one'],
    headers: headerReferences([...READ_HEADERS, ...(list === 'section' ? ['X-TotalResults'] : [])]),
    content: {
      'application/json; charset=utf-8': {
        schema: list ? { type: 'array', items: schema } : schema,
        ...(json && { examples: json }),
      },
      'application/javascript; charset=utf-8': {
        schema: { type: 'string', description: 'The JSON, given to the function that `callback` names.' },
        ...(jsonp && { examples: jsonp }),
      },
      'text/xml; charset=utf-8': { schema: XML, ...(xml && { examples: xml }) },
    },
  };
}

const DESCRIPTIONS = {
  section: 'A section of the list; past its end it is empty.',
  all: 'All of them.',
  one: 'What was asked for.',
};

const XML = {
  type: 'string',
  description:
    'The same fields as elements of `<response>`; records of a list are `<resource>` elements, and null is an empty element.',
};

const NOT_MODIFIED: Response = {
  description: 'Nothing has changed since the entity tag was given. No body.',
  headers: headerReferences(READ_HEADERS),
};
