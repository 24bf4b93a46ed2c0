import { AppError } from '@guidepost/service-kit';
import type { RequestHandler } from 'express';

/** Throws AppError `uri-too-long` for a target (path and query) of more than `maximumBytes`. */
export function limitUri(maximumBytes: number): RequestHandler {
  return (request, _response, next) => {
    // Node's parser accepts only ASCII in targets, so characters are bytes.
    if (request.originalUrl.length > maximumBytes) {
      throw new AppError('uri-too-long', `An address may have at most ${maximumBytes} bytes.`);
    }
    next();
  };
}
