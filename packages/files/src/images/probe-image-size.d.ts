/** The parts of probe-image-size in use; its published types lack this entry. */
declare module 'probe-image-size/sync.js' {
  interface Probed {
    /** As stored, before rotation. */
    width: number;
    height: number;
    /** Exif orientation; from 5 on, width and height are swapped. */
    orientation?: number;
  }

  const probe: {
    parsers: Record<'avif' | 'gif' | 'jpeg' | 'png' | 'webp', (bytes: Uint8Array) => Probed | undefined>;
  };
  export default probe;
}
