import type { Vendor } from '../vendor.ts';
import { discourse } from './discourse.ts';
import { freshdesk } from './freshdesk.ts';
import { helpScout } from './help-scout.ts';
import { intercom } from './intercom.ts';
import { zendesk } from './zendesk.ts';
import { zendeskCommunity } from './zendesk-community.ts';

/** Vendors of help centres, by the name that commands use. */
export const VENDORS: ReadonlyMap<string, Vendor> = new Map(
  [zendesk, helpScout, intercom, freshdesk].map((vendor) => [vendor.name, vendor]),
);

/** Those of forums; a folder says whether it has a help centre of Zendesk or its community. */
export const FORUMS: ReadonlyMap<string, Vendor> = new Map([
  ['discourse', discourse],
  ['zendesk', zendeskCommunity],
]);
