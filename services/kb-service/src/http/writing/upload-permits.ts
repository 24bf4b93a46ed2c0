import type { WriteCall } from '../reading/endpoint.ts';
import { createWritePermits } from './make-change.ts';

/** Bytes; smaller bodies need no permit. */
const LARGE_BODY = 100_000;

/** Those of four knowledge bases, so that two whose clients are slow do not stop the others. */
const MOST_AT_ONCE = 8;

/** Milliseconds for a body to arrive, during which it has a permit: 10 MB at 4 Mbit/s. */
export const ARRIVAL = 20_000;

export type UploadPermits = <Result>(
  call: Pick<WriteCall, 'knowledgeBase' | 'request'>,
  work: () => Promise<Result>,
) => Promise<Result>;

/** Large bodies are in memory from their arrival until the answer: only as many as there are permits are read. */
export function createUploadPermits(): UploadPermits {
  const withPermit = createWritePermits({
    permits: MOST_AT_ONCE,
    message: 'Too many large requests are being read at the moment.',
  });
  return ({ knowledgeBase, request }, work) =>
    isLarge(request) ? withPermit(knowledgeBase.id, work) : work();
}

function isLarge({ headers }: Pick<WriteCall['request'], 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGE_BODY;
}
