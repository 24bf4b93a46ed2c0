import type { Duplex } from 'node:stream';

const MAXIMUM_BYTES = 1024 * 1024;
const MAXIMUM_MILLISECONDS = 5_000;

/**
 * Sends the last bytes on a connection whose peer may still be sending. A full close would answer further packets with
 * a TCP reset, which discards the response (RFC 9112 §9.6), so only our half is closed, and up to 1 MiB is discarded
 * for up to 5 s.
 */
export function lingeringClose(socket: Duplex, lastBytes: Uint8Array): void {
  let remaining = MAXIMUM_BYTES;
  // A `data` listener also detaches Node's parser, which would read past us.
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
