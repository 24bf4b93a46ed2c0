import { AppError, type Environment, HTTP_URL, type VariableSchema } from '@guidepost/service-kit';
import { readEnvironment } from '@guidepost/service-kit/environment';
import { createEmbedder, type Embedder } from './embeddings-client.ts';

export interface EmbedderConfig {
  EMBEDDINGS_URL?: string;
  EMBEDDINGS_MODEL?: string;
  EMBEDDINGS_KEY?: string;
}

/** Variables of vectors. A model or key without a URL is allowed, so that it can be set machine-wide. */
export const EMBEDDER_VARIABLES: Record<string, VariableSchema> = {
  EMBEDDINGS_URL: {
    description:
      'the server with an OpenAI-compatible /v1/embeddings that adds meaning to the ranking of searches',
    ...HTTP_URL,
  },
  EMBEDDINGS_MODEL: {
    description: 'the model of the embeddings server; required with EMBEDDINGS_URL',
    type: 'string',
    minLength: 1,
    maxLength: 200,
  },
  EMBEDDINGS_KEY: {
    description: 'the access key of the embeddings server',
    type: 'string',
    // It is sent in a header.
    pattern: '^[!-~]+$',
    secret: true,
  },
};

/**
 * The service's embeddings server, for commands. @throws AppError `invalid`: one line that begins with the variable's
 * name
 */
export function readEmbedderConfig(environment: Environment): EmbedderConfig {
  const config = readEnvironment<EmbedderConfig>({ variables: EMBEDDER_VARIABLES }, environment);
  requireModel(config);
  return config;
}

/** @throws AppError `invalid` for a server without a model */
export function requireModel({ EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model }: EmbedderConfig): void {
  if (url !== undefined && model === undefined)
    throw new AppError('invalid', 'EMBEDDINGS_MODEL is not set: EMBEDDINGS_URL needs the name of a model');
}

/** The configured server, if any. @throws AppError `invalid` for a server without a model */
export function createConfiguredEmbedder(config: EmbedderConfig): Embedder | undefined {
  requireModel(config);
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_KEY: key } = config;
  return url === undefined || model === undefined ? undefined : createEmbedder({ url, model, key });
}
