/** Normalizes an e-mail address. Mail servers do not distinguish letter case in practice. */
export function foldEmail(address: string): string {
  return address.normalize('NFC').toLowerCase();
}
