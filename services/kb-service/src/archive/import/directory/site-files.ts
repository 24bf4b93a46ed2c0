/** A file to make a guide of, with what it says about its own place. */
export interface GuideFile {
  path: string;
  /** Instead of the one that is made of the path. */
  slug?: string | undefined;
  /** Instead of its folder. */
  categories?: NamedCategory[] | undefined;
  /** In each of its categories. */
  position?: number | undefined;
}

/** A category as a guide names it: `getting-started` or `Getting started`. */
export interface NamedCategory {
  slug: string;
  name: string;
}

/** What a `category.yaml` says of the folder that it is in. */
export interface CategoryFile {
  path: string;
  name?: string | undefined;
  multipleGuidesName?: string | undefined;
  position?: number | undefined;
  /** Keys that mean nothing here. */
  unknown: string[];
}
