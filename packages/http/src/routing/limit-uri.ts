import { AppError } from '@guidepost/service-kit';
import type { RequestHandler } from 'express';

/**
 * A middleware that throws AppError `uri-too-long` when the request target (path and query) has more than
 * `maximumBytes`. What does not fit into the server's `maxHeaderSize` never gets here: see
 * `createClientErrorListener`.
 */
export function limitUri(maximumBytes: number): RequestHandler {
  return (request, _response, next) => {
    // Node's parser refuses bytes beyond ASCII in a target, so characters are bytes.
    if (request.originalUrl.length > maximumBytes) {
      throw new AppError('uri-too-long', `An address may have at most ${maximumBytes} bytes.`);
    }
    next();
  };
}
