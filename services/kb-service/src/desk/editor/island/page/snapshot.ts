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
