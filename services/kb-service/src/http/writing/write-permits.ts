import { createSemaphore, type Semaphore } from '@guidepost/service-kit';

/** Limits what all knowledge bases do at once, and what one of them does, so that it does not stop the others. */
export type WritePermits = <Result>(knowledgeBaseId: number, work: () => Promise<Result>) => Promise<Result>;

const MOST_OF_ONE = 2;
const TIMEOUT = 10_000;

export interface WritePermitsOptions {
  /** Of all knowledge bases. */
  permits: number;
  /** The client's error message after ten seconds without a permit. */
  message: string;
}

export function createWritePermits({ permits, message }: WritePermitsOptions): WritePermits {
  const withPermit = createSemaphore({ permits, timeout: TIMEOUT, message });
  const ownPermits = new Map<number, Semaphore>();
  return (knowledgeBaseId, work) => {
    const options = { permits: MOST_OF_ONE, timeout: TIMEOUT, message };
    const withOwnPermit = ownPermits.get(knowledgeBaseId) ?? createSemaphore(options);
    ownPermits.set(knowledgeBaseId, withOwnPermit);
    return withOwnPermit(() => withPermit(work));
  };
}
