/** Media type of forms with files, and of some without. */
export const MULTIPART = 'multipart/form-data';

export const FORM_TYPES = ['application/x-www-form-urlencoded', MULTIPART] as const;

/** Whether a `Content-Type` is this media type, in any letter case. False with a charset other than UTF-8. */
export function isMediaType(contentType: string | undefined, mediaType: string): boolean {
  return isOfType(contentType, mediaType) && /^(?:utf-?8)?$/i.test(charsetOf(contentType) ?? '');
}

/** The same with any charset. */
export function isOfType(contentType: string | undefined, mediaType: string): boolean {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() === mediaType;
}

/** Forms of pages may be in any charset. */
export function isForm(contentType: string | undefined): boolean {
  return FORM_TYPES.some((type) => isOfType(contentType, type));
}

export function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset="?([^\s";]*)/i.exec(contentType ?? '')?.[1];
}
