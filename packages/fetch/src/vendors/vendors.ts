import type { Vendor } from '../vendor.ts';
import { zendesk } from './zendesk.ts';

/** By the name that commands and folders use. */
export const VENDORS: ReadonlyMap<string, Vendor> = new Map([zendesk].map((vendor) => [vendor.name, vendor]));
