/** A bar that grows while long work is done. */
export interface Progress {
  advance(): void;
  /** Takes the bar away, so that what is printed next begins on a clean line. */
  clear(): void;
}

const WIDTH = 30;

/** The part of a terminal that is needed. */
export type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/**
 * Draws on a terminal; anything else (a file, a log) stays free of it.
 * @param noun what there are so many of, in the plural
 */
export function createProgress(stream: Screen, total: number, noun: string): Progress {
  if (!stream.isTTY || total === 0) return { advance() {}, clear() {} };
  let done = 0;
  let drawn = -1;
  return {
    advance() {
      done += 1;
      const percent = Math.floor((done / total) * 100);
      if (percent === drawn) return;
      drawn = percent;
      const full = Math.round((percent / 100) * WIDTH);
      stream.write(`\r[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${done}/${total} ${noun}`);
    },
    clear: () => void stream.write('\r\u001b[K'),
  };
}
