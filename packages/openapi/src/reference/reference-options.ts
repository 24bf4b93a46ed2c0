import type { MemberRow } from './members.ts';

/** Content of the reference page beside the document. */
export interface ReferenceOptions {
  /** The shell variable for the service's address in commands, with an example. */
  origin: { variable: string; example: string };
  /** The media type that requests must accept, if any. */
  accept?: string;
  /** Kinds of resources, with an introduction. Texts are CommonMark; only code spans are rendered. */
  resources: { title: string; introduction: string; list: ResourceView[] };
  /** All kinds of errors, with an introduction. */
  errors: { introduction: string; list: ErrorRow[] };
}

export interface ResourceView {
  name: string;
  /** Its type in responses, if they contain one. */
  type?: string;
  parts: { title: string; rows: MemberRow[] }[];
}

export interface ErrorRow {
  status: number;
  /** Its code in responses, if it has one besides the status. */
  code?: string;
  description: string;
}
