import type { HeaderFields } from '@guidepost/http';
import type { ForeignSources } from '@guidepost/pages';

/** A page of the desk: what its template needs, and its place. */
export interface View {
  readonly status?: number;
  readonly headers?: HeaderFields;
  /** A path below the service's templates without extension, or the name of a shared template. */
  readonly template: string;
  readonly title: string;
  /** The key of the section that it belongs to. */
  readonly section?: string;
  readonly content?: object;
  /** Whether it uses the whole width of the window. */
  readonly isWide?: boolean;
  /** What it loads beyond styles, scripts and images of its own origin. */
  readonly foreign?: ForeignSources;
}

/** What a form has led to: another page, with a word about it. */
export interface Done {
  /** A path. */
  readonly seeOther: string;
  /** The key of a text. */
  readonly notice?: string | undefined;
  readonly undo?: Undo | undefined;
}

/** A form that takes back what was done. */
export interface Undo {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}
