/** `https:`, `javascript:`, `//host`, `fragment` or `relative`, as a browser would read it. */
export function kindOfAddress(address: string): string {
  const read = address.replace(/[\p{Cc}\s]+/gu, '');
  const scheme = /^[a-z][a-z0-9+.-]{0,30}:/i.exec(read);
  if (scheme) return scheme[0].toLowerCase();
  if (/^[/\\]{2}/.test(read)) return '//host';
  return read.startsWith('#') ? 'fragment' : 'relative';
}
