const EDITION = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/;

/** What names a knowledge base in one of its languages: its host, and another language than the main one after a colon. */
export interface EditionName {
  host: string;
  /** In lower case. */
  language?: string;
}

/** Reads `help.example.com`, `localhost:4000` or `help.example.com:pt-br`. */
export function parseEditionName(name: string): EditionName {
  const end = name.lastIndexOf(':');
  const last = name.slice(end + 1);
  return end > 0 && EDITION.test(last) ? { host: name.slice(0, end), language: last } : { host: name };
}

/** @param language another one than the main language */
export function editionName(host: string, language: string): string {
  return `${host}:${language.toLowerCase()}`;
}
