import type { Vendor } from '../vendor.ts';
import { discourse } from './discourse.ts';
import { freshdesk } from './freshdesk.ts';
import { helpScout } from './help-scout.ts';
import { intercom } from './intercom.ts';
import { zendesk } from './zendesk.ts';

/** Vendors of help centres, by the name that commands and folders use. */
export const VENDORS: ReadonlyMap<string, Vendor> = new Map(
  [zendesk, helpScout, intercom, freshdesk].map((vendor) => [vendor.name, vendor]),
);

/** Those of forums. */
export const FORUMS: ReadonlyMap<string, Vendor> = new Map(
  [discourse].map((vendor) => [vendor.name, vendor]),
);
