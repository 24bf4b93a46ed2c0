import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HeaderFields, Query } from '@guidepost/http';
import { fill } from '@guidepost/i18n';
import type { ForeignSources } from '@guidepost/pages';

/** A page of the desk: what its template needs, and its place. */
export interface View {
  readonly status?: number;
  readonly headers?: HeaderFields;
  /** A path below the service's templates without extension, or the name of a shared template. */
  readonly template: string;
  readonly title: string;
  /** The key of the section that it belongs to. */
  readonly section?: string;
  readonly content?: object;
  /** The key of a text about what a form has done that the page shows again. */
  readonly notice?: string | undefined;
  /** The form that takes back what the notice says. */
  readonly undo?: Undo | undefined;
  /** Whether it uses the whole width of the window. */
  readonly isWide?: boolean;
  /** Sources of other origins that it loads from. */
  readonly foreign?: ForeignSources | undefined;
}

/** The outcome of a form: another page, with a notice. */
export interface Done {
  /** A path. */
  readonly seeOther: string;
  /** The key of a text. */
  readonly notice?: string | undefined;
  /** Values for the placeholders of the notice. */
  readonly values?: Readonly<Record<string, string>> | undefined;
  readonly undo?: Undo | undefined;
}

/** A form that takes back what was done. */
export interface Undo {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The notice on a page about the form that led to it. */
export interface Notice {
  readonly text: string;
  /** Values for its placeholders. */
  readonly values?: Done['values'];
  readonly undo?: Undo | undefined;
}

/**
 * The notice is part of the address, from which a script removes it: nothing is kept on the server.
 * @param secret of the session; signs what a notice says and what an undo button does, so that no link can make one up
 */
export function addressAfter({ seeOther, notice, values, undo }: Done, secret: string): string {
  if (notice === undefined) return seeOther;
  const [address = '', fragment] = seeOther.split('#', 2);
  const [path = '', query] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('done', notice);
  for (const [name, value] of Object.entries({ values, undo })) {
    if (value) parameters.set(`done-${name}`, signed(name, value, secret));
  }
  return `${path}?${parameters}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** @param words only those whose key begins with `notice` can be shown */
export function readNotice(
  query: Query,
  words: Readonly<Record<string, unknown>>,
  secret: string,
): Notice | undefined {
  const key = query.first('done');
  if (!key?.startsWith('notice') || !Object.hasOwn(words, key)) return undefined;
  const read = <Value>(name: string) => readSigned<Value>(name, query.first(`done-${name}`) ?? '', secret);
  const values = read<NonNullable<Done['values']>>('values');
  return { ...noticeOf(key, words, values), values, undo: read('undo') };
}

export function noticeOf(
  key: string,
  words: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, string>> = {},
): Notice {
  return { text: fill(String(words[key]), values) };
}

function signed(name: string, value: object, secret: string): string {
  const written = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${written}.${sign(name, written, secret)}`;
}

function readSigned<Value>(name: string, text: string, secret: string): Value | undefined {
  const [written = '', signature = ''] = text.split('.', 2);
  const expected = Buffer.from(sign(name, written, secret));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return JSON.parse(Buffer.from(written, 'base64url').toString());
}

function sign(name: string, written: string, secret: string): string {
  return createHmac('sha256', secret).update(`${name} ${written}`).digest('base64url');
}
