import { createSemaphore, type Semaphore } from '@guidepost/service-kit';

/** Bytes; larger bodies are built under a semaphore. */
export const LARGE_BYTES = 1_000_000;

/** The largest list or document, in bytes. */
export const MOST_BYTES = 8_000_000;

/** Limits how many bodies over {@link LARGE_BYTES} are built at once, to save memory and connections. */
export function createLargeBodySemaphore(): Semaphore {
  return createSemaphore({
    permits: 4,
    timeout: 5_000,
    message: 'Too many large responses are being built at the moment.',
  });
}
