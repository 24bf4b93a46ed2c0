/** The values of a guide that are saved. */
export interface Snapshot {
  title: string;
  slug: string;
  contentHtml: string;
  categories: number[];
  tags: string[];
}

export function isSameSnapshot(one: Snapshot, other: Snapshot): boolean {
  const parts = ({ title, slug, contentHtml, categories, tags }: Snapshot) =>
    JSON.stringify([title, slug, contentHtml, categories, tags]);
  return parts(one) === parts(other);
}

/** The server's version and that of this page as one text. */
export interface Comparison {
  /** Clean HTML, like the content; `<del>` is only in the server's version, `<ins>` only in that of this page. */
  title: string;
  contentHtml: string;
  /** Other differences. */
  fields: { label: string; theirs: string; mine: string }[];
  /** A remark about what cannot be seen, such as that only the formatting differs. */
  note?: string;
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
