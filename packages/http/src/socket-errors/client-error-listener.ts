import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpError } from '../errors/http-error.ts';
import type { Representation } from '../responses/representation.ts';
import { lingeringClose } from './lingering-close.ts';
import { rawResponse } from './raw-response.ts';
import { type ClientError, socketFailure } from './socket-failure.ts';

/** Handles `clientError` of an `http.Server`. */
export type ClientErrorListener = (error: ClientError, socket: Duplex) => void;

/**
 * Answers requests that Node's parser rejects, in the service's format. `render` gets one of the statuses 400, 408, 414
 * and 431. Never throws: a socket that cannot be answered is destroyed.
 */
export function createClientErrorListener(render: (error: HttpError) => Representation): ClientErrorListener {
  const answered = new WeakSet<Duplex>();
  return (error, socket) => {
    // The parser repeats its error for every further packet.
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

/** Node's default handler checks this, too: a second head would corrupt the body. */
function isInTheMiddleOfAnAnswer(socket: Duplex): boolean {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  return answer?.headersSent === true && !answer.writableEnded;
}
