import { AppError } from '@guidepost/service-kit';

export interface Problems {
  add(message: string): void;
  /** Runs `work`; an `invalid` AppError becomes a problem, and the result undefined. */
  attempt<Result>(work: () => Promise<Result> | Result): Promise<Result | undefined>;
  /** Whether the limit of reported problems is reached. */
  readonly full: boolean;
  readonly found: boolean;
  /** @throws AppError `invalid` with a line for each problem */
  throwIfAny(): void;
}

const SHOWN = 10;

export function createProblems(): Problems {
  const messages: string[] = [];

  return {
    add: (message) => void messages.push(message),
    async attempt(work) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
        messages.push(error.message);
        return undefined;
      }
    },
    get full() {
      return messages.length >= SHOWN;
    },
    get found() {
      return messages.length > 0;
    },
    throwIfAny() {
      if (messages.length > 0) throw new AppError('invalid', describe(messages));
    },
  };
}

/**
 * Processes items until the limit of problems is reached.
 * @throws AppError `invalid` with a line for each of up to ten problems
 */
export async function attemptAll<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const problems = createProblems();
  const results: Result[] = [];
  for (const item of items) {
    await problems.attempt(async () => results.push(await work(item)));
    if (problems.full) break;
  }
  problems.throwIfAny();
  return results;
}

function describe(messages: string[]): string {
  const more = messages.length - SHOWN;
  const lines = messages.slice(0, SHOWN);
  return (more > 0 ? [...lines, `… and ${more} more`] : lines).join('\n');
}
