import { AppError } from '@guidepost/service-kit';

/** A file, or a guide of a document, that is not imported. */
export interface LeftOut {
  /** `install/linux.md` or `manual.json: guides[3]` */
  place: string;
  /** Each begins with the place. */
  problems: readonly string[];
  /** The guides that it may be, which stay as they are; undefined if it may be any. */
  slugs: readonly string[] | undefined;
  /** Whether it only lacks content. */
  empty: boolean;
  /** Whether it has been deleted here, and stays so. */
  deleted?: boolean;
}

/** A file without anything to show. */
export class NoContentError extends AppError {
  constructor(place: string) {
    super('invalid', `${place}: has no content`);
  }
}

const SHOWN = 50;

const collator = new Intl.Collator('en', { numeric: true });

/**
 * Runs `work`; an `invalid` AppError leaves its item out.
 * @returns the result, or the item that is left out
 */
export async function attempt<Result>(
  { place, slugs }: Pick<LeftOut, 'place' | 'slugs'>,
  work: () => Promise<Result> | Result,
): Promise<{ result: Result } | { leftOut: LeftOut }> {
  try {
    return { result: await work() };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
    const empty = error instanceof NoContentError;
    return { leftOut: { place, problems: error.message.split('\n'), slugs, empty } };
  }
}

export function inOrder<Left extends Pick<LeftOut, 'place'>>(leftOut: readonly Left[]): Left[] {
  return leftOut.toSorted((a, b) => collator.compare(a.place, b.place));
}

/** All problems, in the order of their places. */
export function problemsOf(leftOut: readonly Pick<LeftOut, 'place' | 'problems'>[]): string[] {
  return inOrder(leftOut).flatMap(({ problems }) => problems);
}

/** @throws AppError `invalid` with a line for each of up to fifty problems, if there are any */
export function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const more = problems.length - SHOWN;
  const lines = problems.slice(0, SHOWN);
  throw new AppError('invalid', (more > 0 ? [...lines, `… and ${more} more`] : lines).join('\n'));
}
