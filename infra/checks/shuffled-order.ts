import { createHash } from 'node:crypto';
import { relative } from 'node:path';

interface TestFile {
  path: string;
}

/** Half a minute and more: begun last, one of them would keep a single core busy at the end. */
const LONG =
  /\.browser\.test\.ts$|\/(desk|examples|followers|fuzzing|own-posts|running-service|start|start-postgres)\.test\.ts$/;

interface Options {
  globalConfig: { seed: number; rootDir: string };
}

/** Jest's `testSequencer` for a random order of files, long ones first; `--randomize` shuffles the tests in each. */
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
    const random = createHash('sha256').update(`${seed} ${relative(rootDir, path)}`);
    return `${LONG.test(path) ? 0 : 1} ${random.digest('hex')}`;
  }
}
