import { createServer, type RequestListener, type Server } from 'node:http';
import type { HttpError } from '../errors/http-error.ts';
import type { Representation } from '../responses/representation.ts';
import { createClientErrorListener } from '../socket-errors/client-error-listener.ts';

export interface HttpServerOptions {
  /** The answer to what Node cannot parse: it has no path, so that all a service's paths are answered alike. */
  readonly representClientError: (error: HttpError) => Representation;
  /** How long a connection may stand still while an answer waits to be read, in milliseconds. */
  readonly stalled?: number | undefined;
}

/** Longer than requests may take to arrive, which get a 408. */
const STALLED = 40_000;

/** Node's own limits: a request line may be 16,000 bytes (the app answers 414), the rest is for headers. */
const SERVER_OPTIONS = {
  maxHeaderSize: 32_768,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  // The app answers it, in its own format.
  requireHostHeader: false,
};

/** A server with limits for what slow and broken clients may take; everything is answered by the listener. */
export function createHttpServer(
  listener: RequestListener,
  { representClientError, stalled = STALLED }: HttpServerOptions,
): Server {
  const server = createServer(SERVER_OPTIONS, listener);
  server.setTimeout(stalled);
  // Expectations that nobody knows may be ignored (RFC 9110 §10.1.1); Node would refuse them in a format of its own.
  server.on('checkExpectation', listener);
  server.on('clientError', createClientErrorListener(representClientError));
  return server;
}
