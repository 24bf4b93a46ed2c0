import type { Phrasing } from '@guidepost/i18n';

export interface SiteLogo {
  address: string;
  width: number;
  height: number;
}

export interface PublicSite<OwnWords = object> {
  id: number;
  /** Counts committed changes that readers can see. */
  revision: number;
  name: string;
  organization: string;
  /** ISO 639-1. */
  language: string;
  /** Lower-case `#rrggbb`. */
  accentColor: string;
  logo: SiteLogo | null;
  /** Prefix of the site's paths; empty at the root. */
  base: string;
  phrasing: Phrasing<OwnWords>;
}
