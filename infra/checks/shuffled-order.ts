import { createHash } from 'node:crypto';
import { relative } from 'node:path';

interface TestFile {
  path: string;
}

interface Options {
  globalConfig: { seed: number; rootDir: string };
}

/** Jest's `testSequencer` for a random order of files; `--randomize` shuffles the tests in each. */
export default class ShuffledOrder {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  sort<T extends TestFile>(files: T[]): T[] {
    return files.toSorted((one, other) => this.#place(one).localeCompare(this.#place(other)));
  }

  /** Called by Jest at the end; durations are not needed. */
  cacheResults(): void {}

  #place({ path }: TestFile): string {
    const { seed, rootDir } = this.#options.globalConfig;
    return createHash('sha256')
      .update(`${seed} ${relative(rootDir, path)}`)
      .digest('hex');
  }
}
