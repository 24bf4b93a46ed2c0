import type { IncomingMessage, ServerResponse } from 'node:http';

/** Comes before everything that looks at a request itself; Express takes it, too. */
export type ConnectionMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;
