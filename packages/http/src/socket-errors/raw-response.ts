import { Buffer } from 'node:buffer';
import { nodeHttp } from '@guidepost/service-kit';
import { entityTag } from '../entity-tags/entity-tag.ts';
import type { Representation } from '../responses/representation.ts';

/** An HTTP/1.1 response (RFC 9112 §4) that closes its connection, with the headers of `sendRepresentation`. */
export function rawResponse({ status, headers, body = '' }: Representation): Buffer {
  const bytes = Buffer.from(body);
  const lines = [
    `HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `ETag: ${entityTag(bytes)}`,
    `Content-Length: ${bytes.length}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}
