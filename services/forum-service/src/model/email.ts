/** What makes two spellings the same e-mail address. No mail server is known to tell capitals apart. */
export function foldEmail(address: string): string {
  return address.normalize('NFC').toLowerCase();
}
