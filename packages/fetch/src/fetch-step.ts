import type { LookupAll } from '@guidepost/webhooks';
import type { Failure, FetchFolder, Round } from './folder.ts';
import type { Clock, Requests } from './requests.ts';
import type { Vendor } from './vendor.ts';

export interface FetchOptions {
  vendor: Vendor;
  /** The address of the help centre. */
  site: URL;
  /** Default: that of the vendor. */
  api?: URL;
  folder: string;
  token: string | undefined;
  locale?: string | undefined;
  /** `all` also fetches images of other sites. Default: those of the help centre. */
  images?: 'own' | 'all';
  /** Whether the help centre itself may be inside the network. */
  allowPrivate?: boolean;
  signal: AbortSignal;
  /** Called with the number of things to fetch, and for each. */
  onStart?: (total: number, noun: string) => void;
  onStep?: () => void;
  /** Called with the bytes of each page or file, once it is in the folder; what it throws ends the fetch. */
  onSaved?: (bytes: number) => void;
  /** Default: a hundred articles of the largest size that a guide can have. */
  mostPageBytes?: number;
  clock?: Clock;
  /** Milliseconds for one answer. */
  timeout?: number;
  resolve?: LookupAll;
}

export interface FetchSummary {
  url: string;
  /** Entries by list, of this round. */
  lists: Record<string, number>;
  /** Whether only changes were asked for. */
  changesOnly: boolean;
  files: { fetched: number; present: number; foreign: number };
  failed: Failure[];
  remarks: string[];
}

/** The values that the steps of a fetch share. */
export interface FetchStep extends FetchOptions {
  api: URL;
  mostPageBytes: number;
  saved: FetchFolder;
  round: Round;
  /** From 1. */
  roundNumber: number;
  requests: Requests;
}
