import type { Duplex } from 'node:stream';

const MAXIMUM_BYTES = 1024 * 1024;
const MAXIMUM_MILLISECONDS = 5_000;

/**
 * Sends last bytes on a connection whose other side may still be sending, so that they can be read there.
 * Closing at once would answer what still arrives with a TCP reset, and a reset discards the answer (RFC 9112
 * §9.6): so only our half is closed, and up to 1 MiB is read and dropped for up to 5 s before the socket goes.
 */
export function lingeringClose(socket: Duplex, lastBytes: Uint8Array): void {
  let remaining = MAXIMUM_BYTES;
  // Listening to `data` also takes the socket back from Node's parser, which would read it past us.
  socket.on('data', (chunk: Uint8Array) => {
    remaining -= chunk.length;
    if (remaining < 0) {
      socket.destroy();
    }
  });
  socket.on('error', () => socket.destroy());
  const deadline = setTimeout(() => socket.destroy(), MAXIMUM_MILLISECONDS).unref();
  socket.once('close', () => clearTimeout(deadline));
  socket.end(lastBytes);
}
