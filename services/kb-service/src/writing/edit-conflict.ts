import { AppError } from '@guidepost/service-kit';
import type { WorkingCopy } from './working-copy.ts';

/** What someone else has made of a guide meanwhile. */
export interface CurrentEdit {
  revision: number;
  /** Null for changes from before there was a history. */
  by: string | null;
  at: Date;
  title: string;
  slug: string;
  contentHtml: string;
  /** IDs in the order that the author chose. */
  categories: number[];
  /** Names. */
  tags: string[];
}

/** A change started from a revision that is no longer the current one. */
export class EditConflict extends AppError {
  readonly current: CurrentEdit;

  constructor(copy: WorkingCopy) {
    const { changed_by: by, changed_at: at, revision, title, slug, content_html: contentHtml } = copy;
    const { category_ids: categories, tag_names: tags } = copy;
    super('conflict', `The guide has been changed${by ? ` by ${by}` : ''} meanwhile.`);
    this.current = { revision, by, at, title, slug, contentHtml, categories, tags };
  }
}
