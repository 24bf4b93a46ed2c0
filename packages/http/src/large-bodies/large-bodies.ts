import { createSemaphore, type Semaphore } from '@guidepost/service-kit';

/** From this size on, in bytes, a body is built in turn with others. */
export const LARGE_BYTES = 1_000_000;

/** No list or document is larger, in bytes. */
export const MOST_BYTES = 8_000_000;

/** For building bodies of more than {@link LARGE_BYTES}: few at once, so that they leave memory and connections to others. */
export function createLargeBodySemaphore(): Semaphore {
  return createSemaphore({
    permits: 4,
    timeout: 5_000,
    message: 'Too many large answers are being made at the moment.',
  });
}
