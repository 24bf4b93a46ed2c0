import { createSemaphore, type Semaphore } from '@guidepost/service-kit';

/** Limits what all knowledge bases do at once, and what one of them does, so that it does not stop the others. */
export type WritePermits = <Result>(knowledgeBaseId: number, work: () => Promise<Result>) => Promise<Result>;

const MOST_AT_ONCE = 4;
const MOST_OF_ONE = 2;
const TIMEOUT = 10_000;

/** @param message the client's error message after ten seconds without a permit */
export function createWritePermits(message: string): WritePermits {
  const withPermit = createSemaphore({ permits: MOST_AT_ONCE, timeout: TIMEOUT, message });
  const ownPermits = new Map<number, Semaphore>();
  return (knowledgeBaseId, work) => {
    const options = { permits: MOST_OF_ONE, timeout: TIMEOUT, message };
    const withOwnPermit = ownPermits.get(knowledgeBaseId) ?? createSemaphore(options);
    ownPermits.set(knowledgeBaseId, withOwnPermit);
    return withOwnPermit(() => withPermit(work));
  };
}
