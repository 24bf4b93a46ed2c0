export interface Progress {
  advance(): void;
  /** Removes the bar before other output. */
  clear(): void;
}

const WIDTH = 30;

export type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** A progress bar on terminals, nothing elsewhere; `noun` is a plural. */
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

/** Shows progress on standard error while `work` runs, once it calls `onStart` with the total. */
export async function withProgress<Result>(
  noun: string,
  work: (onStart: (total: number) => Progress['advance']) => Promise<Result>,
): Promise<Result> {
  let progress: Progress | undefined;
  try {
    return await work((total) => {
      progress = createProgress(process.stderr, total, noun);
      return progress.advance;
    });
  } finally {
    progress?.clear();
  }
}
