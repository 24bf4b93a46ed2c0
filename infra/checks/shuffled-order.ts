import { createHash } from 'node:crypto';
import { relative } from 'node:path';

interface TestFile {
  path: string;
}

interface Options {
  globalConfig: { seed: number; rootDir: string };
}

/** Jest's `testSequencer` for test files in random order; its `--randomize` shuffles the tests within each. */
export default class ShuffledOrder {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The same order for the same seed on every machine, whichever files are among them. */
  sort<T extends TestFile>(files: T[]): T[] {
    return files.toSorted((one, other) => this.#place(one).localeCompare(this.#place(other)));
  }

  /** Called by Jest at the end; only its own order makes use of earlier durations. */
  cacheResults(): void {}

  #place({ path }: TestFile): string {
    const { seed, rootDir } = this.#options.globalConfig;
    return createHash('sha256')
      .update(`${seed} ${relative(rootDir, path)}`)
      .digest('hex');
  }
}
