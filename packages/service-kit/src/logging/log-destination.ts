import { writeSync } from 'node:fs';
import sonicBoom from 'sonic-boom';

/** Where log lines go; never in the way of the process whose log it is. */
export interface LogDestination {
  write(line: string): void;
  /** Calls back when the last lines are written, and whenever they cannot be; takes no more. */
  flush(done: () => void): void;
}

/** Bytes that may wait to be written; lines beyond that are dropped. */
const MOST_WAITING = 4_000_000;

/**
 * Writes lines to a file descriptor in batches. When that fails, because the disk is full or the reader is gone, it says
 * so once on standard error, tries again twice a second, and says when it has succeeded.
 *
 * Not pino's own `destination`: that one throws whatever is not EPIPE, and pino then tries for ever to write its last words.
 */
export function createLogDestination(descriptor: number, service: string): LogDestination {
  const stream = new sonicBoom.SonicBoom({
    fd: descriptor,
    sync: false,
    minLength: 16_000,
    maxLength: MOST_WAITING,
    periodicFlush: 500,
  });
  let failing = false;
  let dropped = 0;
  let ended = false;
  const fail = (reason: string) => {
    if (!failing) complain(`The log of ${service} cannot be written (${reason}); everything else goes on.`);
    failing = true;
  };
  stream.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
  stream.on('drop', () => {
    fail('too many lines at once');
    dropped += 1;
  });
  stream.on('drain', () => {
    if (failing) complain(`The log of ${service} is written again; ${dropped} lines are missing.`);
    failing = false;
    dropped = 0;
  });
  return {
    write: (line) => {
      if (!ended) stream.write(line);
    },
    flush: (done) => {
      for (const event of ['close', 'error']) stream.once(event, () => done());
      if (!ended) stream.end();
      ended = true;
    },
  };
}

// Not `process.stderr`, which would be closed by an error and end the process: both outputs are often the same file.
function complain(line: string): void {
  try {
    writeSync(process.stderr.fd, `${line}\n`);
  } catch {
    // There is no place left to say it.
  }
}
