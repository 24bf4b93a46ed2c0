import type { MemberRow } from './members.ts';

/** Content of the reference page beside the document. */
export interface ReferenceOptions {
  origin: { variable: string; example: string };
  accept?: string;
  /** Kinds of resources, with an introduction. Texts are CommonMark; only code spans are rendered. */
  resources: { title: string; introduction: string; list: ResourceView[] };
  errors: { introduction: string; list: ErrorRow[] };
}

export interface ResourceView {
  name: string;
  type?: string;
  parts: { title: string; rows: MemberRow[] }[];
}

export interface ErrorRow {
  status: number;
  code?: string;
  description: string;
}
