/**
 * Whether an `Accept` header (RFC 9110 §12.5.1) is this one media type and nothing else, outer white space
 * and letter case aside. A missing header, a wildcard, a list and any parameter are not.
 * `mediaType` is given in lower case.
 */
export function acceptsExactly(header: string | undefined, mediaType: string): boolean {
  if (header === undefined) {
    return false;
  }
  return header === mediaType || header.trim().toLowerCase() === mediaType;
}
