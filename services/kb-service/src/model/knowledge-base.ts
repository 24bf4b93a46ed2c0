import { AppError } from '@guidepost/service-kit';

/** Who may read a knowledge base: nobody, everybody, or who holds an access key. */
export const ACCESS_MODES = ['disabled', 'public', 'key'] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];

/** The image beside the name of a knowledge base on its pages. */
export interface Logo {
  /** From the root of this service: `/files/<token>.<ending>`. */
  address: string;
  /** In pixels. */
  width: number;
  height: number;
}

/** A tenant of this service. */
export interface KnowledgeBase {
  id: number;
  /** Lower-cased host name, with its port when it has one. */
  host: string;
  name: string;
  organization_name: string;
  /** ISO 639-1. */
  language: string;
  access: AccessMode;
  revision: number;
  /** What its pages are coloured by: `#rrggbb`, in lower case. */
  accent_color: string;
  logo: Logo | null;
}

/** For whoever administers knowledge bases; clients of the API are told in its own words. */
export function noSuchKnowledgeBase(host: string): AppError {
  return new AppError('not-found', `There is no knowledge base ${host}.`);
}
