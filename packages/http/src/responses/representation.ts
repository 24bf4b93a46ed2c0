/** RFC 9110 §8.4.1. */
export type ContentCoding = 'br' | 'gzip';

/** Header fields by name, spelled as in their RFC (`Content-Type`). */
export type HeaderFields = Readonly<Record<string, string>>;

export interface Representation {
  readonly status: number;
  readonly headers: HeaderFields;
  /** Text is sent as UTF-8; none for 204 and 301. Encoded if `Vary` names `Accept-Encoding`, unless it already is. */
  readonly body?: string | Uint8Array;
  /**
   * Instead of `body`, a long text that is made while it is sent, at the pace of the client, without length and content
   * coding. Its entity tag is known in advance. Each call begins it again.
   */
  readonly stream?: () => AsyncIterable<string>;
  /** Whether it is about to change, so that it is not kept. */
  readonly isPassing?: boolean;
  /** Known in advance, from a cache or because `body` is already encoded; otherwise computed from `body`. */
  readonly entityTag?: string;
  /** Caches codings of the body, for representations that are sent many times. */
  readonly codings?: Map<ContentCoding, Uint8Array | Promise<Uint8Array>>;
}
