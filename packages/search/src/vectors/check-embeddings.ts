import { AppError } from '@guidepost/service-kit';

export interface CheckedEmbeddings {
  /** The model that the server says it has used. */
  reported: string;
  vectors: Float32Array[];
}

const LARGEST_DIMENSION = 4_096;
const LONGEST_NAME = 200;

/** Reads the answer of an embeddings server. @throws AppError `unavailable` unless it has a vector for each text */
export function checkEmbeddings(answer: unknown, texts: number): CheckedEmbeddings {
  if (!isObject(answer) || !Array.isArray(answer.data)) throw wrong('has no vectors');
  const { data, model } = answer;
  if (data.length !== texts) throw wrong(`has ${data.length} vectors for ${texts} texts`);
  const vectors: (Float32Array | undefined)[] = Array.from({ length: texts });
  for (const entry of data) {
    const { index, vector } = readEntry(entry);
    if (!(index in vectors) || vectors[index]) throw wrong(`has an unexpected index, ${index}`);
    vectors[index] = vector;
  }
  const complete = vectors.flatMap((vector) => vector ?? []);
  const dimensions = new Set(complete.map(({ length }) => length));
  if (dimensions.size > 1) throw wrong(`has vectors of ${[...dimensions].join(' and ')} dimensions`);
  return { reported: typeof model === 'string' ? storable(model) : '', vectors: complete };
}

/** As PostgreSQL takes it. */
function storable(name: string): string {
  return name.slice(0, LONGEST_NAME).toWellFormed().replaceAll('\0', '');
}

function readEntry(entry: unknown): { index: number; vector: Float32Array } {
  if (!isObject(entry) || typeof entry.index !== 'number') throw wrong('has a vector without index');
  const { index, embedding } = entry;
  if (!Array.isArray(embedding) || embedding.length === 0)
    throw wrong('has a vector that is no list of numbers');
  if (embedding.length > LARGEST_DIMENSION) throw wrong(`has a vector of ${embedding.length} dimensions`);
  return { index, vector: unitVector(embedding) };
}

function unitVector(numbers: readonly unknown[]): Float32Array {
  let squares = 0;
  for (const number of numbers) {
    if (typeof number !== 'number' || !Number.isFinite(number))
      throw wrong('has a vector with an element that is not a number');
    squares += number * number;
  }
  const length = Math.sqrt(squares);
  if (length === 0 || !Number.isFinite(length)) throw wrong('has a vector without direction');
  return Float32Array.from(numbers as readonly number[], (number) => number / length);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function wrong(what: string): AppError {
  return new AppError('unavailable', `The answer of the embeddings server ${what}.`);
}
