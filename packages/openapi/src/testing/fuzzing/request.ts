export interface FuzzedRequest {
  method: string;
  target: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array | string | undefined;
}

export interface FuzzedAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  bytes: Uint8Array;
  text: string;
}
