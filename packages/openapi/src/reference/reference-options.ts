import type { MemberRow } from './members.ts';

/** What the page says besides the document. */
export interface ReferenceOptions {
  /** A variable of the shell that holds the service's address in the commands to try, and what may be in it. */
  origin: { variable: string; example: string };
  /** The media type that requests have to name in `Accept`, if any. */
  accept?: string;
  /** What answers are made of, with a sentence before it. Sentences are CommonMark, of which code is understood. */
  resources: { title: string; introduction: string; list: ResourceView[] };
  /** Every kind of error, with a sentence before them. */
  errors: { introduction: string; list: ErrorRow[] };
}

/** A thing that answers are made of. */
export interface ResourceView {
  name: string;
  /** What it is called on the wire, when it says so. */
  type?: string;
  parts: { title: string; rows: MemberRow[] }[];
}

/** A kind of error. */
export interface ErrorRow {
  status: number;
  /** What programs know it by, if it is more than the status. */
  code?: string;
  description: string;
}
