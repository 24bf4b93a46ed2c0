/** Its published types are for version 3. */
declare module 'html-encoding-sniffer' {
  interface Options {
    xml?: boolean;
    transportLayerEncodingLabel?: string;
    defaultEncoding?: string;
    maxPrescanBytes?: number;
  }

  /** The name of the encoding; `replacement` for those that browsers refuse. */
  export default function sniffEncoding(bytes: Uint8Array, options?: Options): string;
}
