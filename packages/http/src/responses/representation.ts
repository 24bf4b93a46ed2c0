import type { ContentCoding } from '../content-codings/negotiate-coding.ts';

/** Header fields by name, spelled as in their RFC (`Content-Type`) and written as they are given. */
export type HeaderFields = Readonly<Record<string, string>>;

/** A whole answer, ready to be sent. */
export interface Representation {
  readonly status: number;
  /**
   * Everything but `ETag`, `Content-Length` and `Date`. What a service always says (security headers, CORS,
   * `Vary`) is best kept in one frozen object that many answers share.
   */
  readonly headers: HeaderFields;
  /**
   * Text is sent as UTF-8; none for 204 and 301. It may go out in a content coding when `Vary` names
   * `Accept-Encoding` and there is no `Content-Encoding` yet.
   */
  readonly body?: string | Uint8Array;
  /**
   * The tag when it is known beforehand, from a cache or because `body` is a content coding of the bytes that
   * it was made from; else it is made from `body`.
   */
  readonly entityTag?: string;
  /**
   * Where codings of the body are kept from when they begin to be made; for representations that are themselves kept and
   * sent many times.
   */
  readonly codings?: Map<ContentCoding, Uint8Array | Promise<Uint8Array>>;
}
