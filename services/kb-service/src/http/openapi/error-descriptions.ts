import type { ErrorKind, ErrorSource } from '@guidepost/service-kit';
import { MEDIA_TYPE } from '../json-api/headers.ts';
import type { Mount } from '../json-api/mount.ts';

export interface ErrorDescription {
  /** The operations that may answer with this error. */
  of: 'all' | 'body' | 'write' | 'none';
  description: string;
  /** The `detail` of a real error. */
  detail: string | ((mount: Mount) => string);
  source?: ErrorSource;
}

/** All kinds of errors, so that a new one cannot be forgotten. */
export const ERROR_DESCRIPTIONS: Readonly<Record<ErrorKind, ErrorDescription>> = {
  invalid: {
    of: 'all',
    description: 'A query parameter is unknown or invalid; `source.parameter` names it.',
    detail: 'page[size] must be a whole number from 1 to 1000.',
    source: { parameter: 'page[size]' },
  },
  malformed: {
    of: 'body',
    description: 'The body cannot be read.',
    detail: 'The request body cannot be read.',
  },
  unauthorized: {
    of: 'all',
    description: 'The knowledge base requires a valid access key.',
    detail: 'help.example.com requires an access key: send "Authorization: Bearer <access key>".',
  },
  disabled: {
    of: 'all',
    description: 'Access to the knowledge base is disabled.',
    detail: 'Access to help.example.com is disabled.',
  },
  'not-found': {
    of: 'all',
    description: 'The knowledge base or resource does not exist or is not published.',
    detail: 'There is no such guide.',
  },
  moved: {
    of: 'none',
    description:
      'The knowledge base has moved to another server. The proxy in front sends the request there, so clients do not see this.',
    detail: 'help.example.com has moved to another server.',
  },
  forbidden: {
    of: 'write',
    description: 'The access key may only read, or an id was sent for a new resource.',
    detail: 'This access key may only read.',
    source: { header: 'Authorization' },
  },
  conflict: {
    of: 'write',
    description:
      'The slug is taken, the type or the id is not that of the URL, or something must be decided first; `detail` says what.',
    detail: 'A guide install already exists.',
    source: { pointer: '/data/attributes/slug' },
  },
  'precondition-failed': {
    of: 'write',
    description: 'The resource has been changed since the response whose entity tag is in `If-Match`.',
    detail: 'The guide has been changed by Maja meanwhile.',
  },
  unprocessable: {
    of: 'write',
    description: 'A value cannot be accepted; `source.pointer` says which.',
    detail: 'A guide needs a title.',
    source: { pointer: '/data/attributes/title' },
  },
  'method-not-allowed': {
    of: 'none',
    description: 'The URL does not support this method; `Allow` lists those that it does.',
    detail: 'This address does not support this method.',
  },
  'not-acceptable': {
    of: 'all',
    description: `\`Accept\` does not allow \`${MEDIA_TYPE}\` in the form that this URL requires.`,
    detail: ({ negotiation }) => negotiation.advice,
    source: { header: 'Accept' },
  },
  'rate-limited': {
    of: 'all',
    description: 'Too many requests; `Retry-After` says when to try again.',
    detail: 'Too many requests; try again in 12 seconds.',
  },
  timeout: {
    of: 'body',
    description: 'The body has not arrived within 30 seconds.',
    detail: 'The rest of the request body did not arrive.',
  },
  'too-large': {
    of: 'body',
    description: 'The body is too large.',
    detail: 'The request body is too large.',
  },
  'uri-too-long': {
    of: 'all',
    description: 'The URL is longer than 16,000 bytes.',
    detail: 'An address may have at most 16000 bytes.',
  },
  'unsupported-media-type': {
    of: 'body',
    description: `The body is not \`${MEDIA_TYPE}\`.`,
    detail: 'The request body is in a format or content coding that is not supported here.',
  },
  internal: {
    of: 'all',
    description: 'An internal error; the log has its `id`.',
    detail: 'Something went wrong on our side.',
  },
  unavailable: {
    of: 'all',
    description: 'The service cannot answer at the moment; `Retry-After` says when to try again.',
    detail: 'The database cannot be reached at the moment.',
  },
};
