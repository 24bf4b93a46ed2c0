/** What we use of probe-image-size, whose published types leave this entry out. */
declare module 'probe-image-size/sync.js' {
  interface Probed {
    /** As stored. */
    width: number;
    height: number;
    /** As Exif counts: from 5 on width and height change places. */
    orientation?: number;
  }

  const probe: {
    parsers: Record<'avif' | 'gif' | 'jpeg' | 'png' | 'webp', (bytes: Uint8Array) => Probed | undefined>;
  };
  export default probe;
}
