import { findEmbeddingModel } from '../embeddings/find-model.ts';

/** A note for runs without a model. */
export function embeddingsTestsLeftOut(): string | undefined {
  return findEmbeddingModel()
    ? undefined
    : 'Tests of a real embedding model were skipped: python3 on the PATH has none, and EMBEDDINGS_PYTHON names no other.';
}
