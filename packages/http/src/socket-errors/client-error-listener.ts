import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpError } from '../errors/http-error.ts';
import type { Representation } from '../responses/representation.ts';
import { lingeringClose } from './lingering-close.ts';
import { rawResponse } from './raw-response.ts';
import { type ClientError, socketFailure } from './socket-failure.ts';

/** Listens to `clientError` of an `http.Server`. */
export type ClientErrorListener = (error: ClientError, socket: Duplex) => void;

/**
 * Answers requests that never become one because Node's HTTP parser gives up on them, in the service's own
 * format: `server.on('clientError', createClientErrorListener(render))`. `render` gets status and kind; the
 * statuses are 400, 408, 414 and 431. Never throws: a socket that cannot be answered is destroyed.
 */
export function createClientErrorListener(render: (error: HttpError) => Representation): ClientErrorListener {
  const answered = new WeakSet<Duplex>();
  return (error, socket) => {
    // The parser repeats its error for every packet that still arrives.
    if (answered.has(socket)) {
      return;
    }
    answered.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || isInTheMiddleOfAnAnswer(socket)) {
      socket.destroy();
      return;
    }
    try {
      lingeringClose(socket, rawResponse(render(socketFailure(error))));
    } catch {
      socket.destroy();
    }
  };
}

/** What Node looks at too before its own default answer: a second head inside a body would corrupt it. */
function isInTheMiddleOfAnAnswer(socket: Duplex): boolean {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  return answer?.headersSent === true && !answer.writableEnded;
}
