/** A request as it leaves for the service. */
export interface FuzzedRequest {
  method: string;
  /** Path and query as they are sent. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array | string | undefined;
}

/** What came back. */
export interface FuzzedAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  /** As they came, coded if they are. */
  bytes: Uint8Array;
  /** Decoded. */
  text: string;
}
