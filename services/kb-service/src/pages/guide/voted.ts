import type { Receipts } from '@guidepost/pages';

/** The address of a guide with thanks for a vote, which it says for two minutes. */
export async function thankingForVote(
  receipts: Receipts,
  guide: { id: number; path: string },
): Promise<string> {
  return `${guide.path}?voted=${await receipts.issue(subjectOf(guide))}#:helpful`;
}

/** Whether a visitor has just voted for this guide, by the `voted` of the address. */
export function hasVoted(receipts: Receipts, voted: string, guide: { id: number }): Promise<boolean> {
  return receipts.isValid(voted, subjectOf(guide));
}

function subjectOf({ id }: { id: number }): string {
  return `guide ${id}`;
}
