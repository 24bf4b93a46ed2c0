import type { RequestListener, Server } from 'node:http';
import { nodeHttp } from '@guidepost/service-kit';
import type { HttpError } from '../errors/http-error.ts';
import type { Representation } from '../responses/representation.ts';
import { createClientErrorListener } from '../socket-errors/client-error-listener.ts';

export interface HttpServerOptions {
  /** Renders errors of requests that Node cannot parse; they have no path, so the format is one per service. */
  readonly representClientError: (error: HttpError) => Representation;
  /** Milliseconds without progress before a connection is closed; a stalled body is a 408 (see `unlessStalled`). */
  readonly stalled?: number | undefined;
  /** Milliseconds for a whole request to arrive; longer for file uploads. */
  readonly arrival?: number | undefined;
}

const STALLED = 30_000;
const ARRIVAL = 30_000;

/** Node's limits: a request line may be 16,000 bytes (the app answers 414), the rest is for headers. */
const SERVER_OPTIONS = {
  maxHeaderSize: 32_768,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  // The app answers it, in its own format.
  requireHostHeader: false,
};

/** Creates a server with limits for slow and broken clients. */
export function createHttpServer(
  listener: RequestListener,
  { representClientError, stalled = STALLED, arrival = ARRIVAL }: HttpServerOptions,
): Server {
  const server = nodeHttp.createServer({ ...SERVER_OPTIONS, requestTimeout: arrival }, listener);
  server.setTimeout(stalled);
  // Unknown expectations may be ignored (RFC 9110 §10.1.1); Node would refuse them in its own format.
  server.on('checkExpectation', listener);
  server.on('clientError', createClientErrorListener(representClientError));
  return server;
}
