import type { Snapshot } from './snapshot.ts';

/** The server's version (`removed`) and that of this page (`added`), word by word. */
export interface Comparison {
  title: Segment[];
  content: Segment[];
  /** Other differences. */
  fields: { label: string; theirs: string; mine: string }[];
  /** Says that only the formatting differs. */
  note?: string;
}

export interface Segment {
  kind: 'added' | 'removed' | 'same';
  text: string;
}

/** Undefined if the server does not answer. */
export async function readComparison(
  { url, token }: { url: string; token: string },
  snapshot: Snapshot,
): Promise<Comparison | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Desk-Token': token },
      body: JSON.stringify(snapshot),
    });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
