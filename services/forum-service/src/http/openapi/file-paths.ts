import { contentTypeOf, MEDIA_TYPES } from '@guidepost/files/types';
import {
  headerReferences,
  LIMIT_HEADERS,
  type MediaType,
  type PathItem,
  parameterReference,
  pathParameters,
  pathTemplate,
  type Response,
  reference,
} from '@guidepost/openapi';
import { FILE_FIELD } from '../../posts/submission.ts';
import { MULTIPART } from '../content-type.ts';
import { KEY } from '../parameters.ts';
import { errorResponses } from './error-responses.ts';
import { EXAMPLE_SLUG } from './examples.ts';
import { PATH_PARAMETERS, READ_HEADERS } from './parameters.ts';
import { KEY_REQUIRED } from './read-operation.ts';

const POSTING = '/api/file/:slug';
const FILE = '/api/file/:slug/:name';

const GROUP = 'Files';

const ANY_TYPE: Record<string, MediaType> = Object.fromEntries(
  MEDIA_TYPES.map((mediaType) => [contentTypeOf(mediaType), { schema: {} }]),
);

const STORED: Response = {
  description: 'Stored; the body is its address, as in `Location`.',
  headers: headerReferences(['ETag', 'Location', ...LIMIT_HEADERS]),
  content: {
    'text/plain; charset=utf-8': {
      schema: { type: 'string', format: 'uri' },
      examples: {
        address: { value: `https://forum.example.com/api/file/${EXAMPLE_SLUG}/mZx2v0aLr8Qd1sTnB3kYwA.png` },
      },
    },
  },
};

const STORAGE_FULL: Response = {
  description: 'The file is larger than 25 MiB, or the account’s storage is full; the body says which.',
  headers: headerReferences(READ_HEADERS),
  content: {
    'text/plain; charset=utf-8': { schema: { type: 'string', pattern: '^Content Too Large(: .+)?$' } },
  },
};

export const FILE_PATHS: Readonly<Record<string, PathItem>> = {
  [pathTemplate(POSTING)]: {
    post: {
      operationId: 'post-file',
      tags: [GROUP],
      summary: 'Post a file',
      description:
        'Accepts images (PNG, JPEG, GIF, WebP, AVIF), MP3, Ogg, WAV, MP4, WebM, PDF, office documents without macros, plain text and CSV in UTF-8, and ZIP. The type is detected from the bytes, regardless of the name. The file’s address in the text of a post becomes an image, a player or a link.',
      security: KEY_REQUIRED,
      parameters: [...pathParameters(POSTING, PATH_PARAMETERS), parameterReference(KEY.name)],
      requestBody: {
        description: 'A form with one file of at most 25 MiB.',
        required: true,
        content: {
          [MULTIPART]: {
            schema: {
              type: 'object',
              required: [FILE_FIELD],
              properties: {
                [FILE_FIELD]: { type: 'string', format: 'binary', description: 'The file, with its name.' },
              },
            },
            examples: { post: { value: { [FILE_FIELD]: '@picture.png' } } },
          },
        },
      },
      responses: { 201: STORED, ...errorResponses('post', ['conflict', 'forbidden']), 413: STORAGE_FULL },
    },
  },
  [pathTemplate(FILE)]: {
    get: {
      operationId: 'get-file',
      tags: [GROUP],
      summary: 'Get a file',
      description:
        'The content of an address never changes, so it may be cached for a year; the entity tag is strong. Images, audio and video are displayed, other files downloaded (`Content-Disposition`). `Range` requests a part.',
      security: [{}],
      parameters: pathParameters(FILE, PATH_PARAMETERS),
      responses: {
        200: { description: 'The file.', content: ANY_TYPE },
        206: { description: 'The requested part.', content: ANY_TYPE },
        304: { description: 'Not modified. No body.' },
        400: reference('responses', 'Get400'),
        401: reference('responses', 'Get401'),
        404: reference('responses', 'Get404'),
        414: reference('responses', 'Get414'),
        416: {
          description: 'The range cannot be satisfied; `Content-Range` gives the file’s size.',
          content: { 'text/plain; charset=utf-8': { schema: { const: 'Range Not Satisfiable' } } },
        },
        503: reference('responses', 'Get503'),
      },
    },
  },
};
