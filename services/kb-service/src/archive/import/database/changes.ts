/** What became of the guides, categories or tags of a source. */
export interface Changes {
  created: number;
  updated: number;
}

/** A row that an upsert wrote. */
export interface Written {
  slug: string;
  created: boolean;
}

export function countChanges(written: Written[]): Changes {
  const created = written.filter((row) => row.created).length;
  return { created, updated: written.length - created };
}
