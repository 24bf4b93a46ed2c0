/**
 * What makes two spellings the same tag: NFC without regard to letter case. Capitals come first, since some letters
 * (ß, ς) have no other way to their other spellings.
 */
export function foldTag(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
