/** Media type of forms with files, and of some without. */
export const MULTIPART = 'multipart/form-data';

/** Whether a `Content-Type` is this media type, in any letter case. False with a charset other than UTF-8. */
export function isMediaType(contentType: string | undefined, mediaType: string): boolean {
  const [type, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  return type === mediaType && parameters.every(isUtf8Parameter);
}

function isUtf8Parameter(parameter: string): boolean {
  return !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter);
}

export const FORM_TYPES = ['application/x-www-form-urlencoded', MULTIPART] as const;

export function isForm(contentType: string | undefined): boolean {
  return FORM_TYPES.some((type) => isMediaType(contentType, type));
}
