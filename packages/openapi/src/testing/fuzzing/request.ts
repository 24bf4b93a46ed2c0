/** A request as it is sent. */
export interface FuzzedRequest {
  method: string;
  /** Encoded path and query. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array | string | undefined;
}

/** A response as it was received. */
export interface FuzzedAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  /** Raw, possibly encoded. */
  bytes: Uint8Array;
  /** Decoded. */
  text: string;
}
