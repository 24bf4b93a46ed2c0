import type { Phrasing } from '@guidepost/i18n';

/** A picture that stands beside a site's name. */
export interface SiteLogo {
  address: string;
  /** In CSS pixels. */
  width: number;
  height: number;
}

/** What pages are of, as people read it: a knowledge base or a forum. */
export interface PublicSite<OwnWords = object> {
  /** The tenant's. */
  id: number;
  /** Counts the committed changes to what its readers see. */
  revision: number;
  name: string;
  organization: string;
  /** ISO 639-1. */
  language: string;
  /** `#rrggbb`, in lower case. */
  accentColor: string;
  logo: SiteLogo | null;
  /** What stands before each path of its pages; nothing where they begin at the root. */
  base: string;
  phrasing: Phrasing<OwnWords>;
}
