import { createServer, type RequestListener, type Server } from 'node:http';
import type { HttpError } from '../errors/http-error.ts';
import type { Representation } from '../responses/representation.ts';
import { createClientErrorListener } from '../socket-errors/client-error-listener.ts';

export interface HttpServerOptions {
  /** The answer to what Node cannot parse: it has no path, so that all a service's paths are answered alike. */
  readonly representClientError: (error: HttpError) => Representation;
  /**
   * How long a connection may stand still, in milliseconds: one that reads no answer is cut, and a body that does not
   * go on is a 408 (see `unlessStalled`).
   */
  readonly stalled?: number | undefined;
  /** How long a whole request may take to arrive, in milliseconds; longer where files are posted. */
  readonly arrival?: number | undefined;
}

const STALLED = 30_000;
const ARRIVAL = 30_000;

/** Node's own limits: a request line may be 16,000 bytes (the app answers 414), the rest is for headers. */
const SERVER_OPTIONS = {
  maxHeaderSize: 32_768,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  // The app answers it, in its own format.
  requireHostHeader: false,
};

/** A server with limits for what slow and broken clients may take; everything is answered by the listener. */
export function createHttpServer(
  listener: RequestListener,
  { representClientError, stalled = STALLED, arrival = ARRIVAL }: HttpServerOptions,
): Server {
  const server = createServer({ ...SERVER_OPTIONS, requestTimeout: arrival }, listener);
  server.setTimeout(stalled);
  // Expectations that nobody knows may be ignored (RFC 9110 §10.1.1); Node would refuse them in a format of its own.
  server.on('checkExpectation', listener);
  server.on('clientError', createClientErrorListener(representClientError));
  return server;
}
