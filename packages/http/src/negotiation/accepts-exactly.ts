/**
 * Whether an `Accept` header (RFC 9110 §12.5.1) is exactly this media type, ignoring case and outer white space. No
 * header, wildcards, lists and parameters do not match. `mediaType` is lower-case.
 */
export function acceptsExactly(header: string | undefined, mediaType: string): boolean {
  if (header === undefined) {
    return false;
  }
  return header === mediaType || header.trim().toLowerCase() === mediaType;
}
