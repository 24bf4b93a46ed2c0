const UNRESERVED = /[A-Za-z0-9\-._~]/;

export function percentEncode(text: string): string {
  return Array.from(text, encodeCharacter).join('');
}

function encodeCharacter(character: string): string {
  if (UNRESERVED.test(character)) return character;
  if (character.isWellFormed()) return encodeURIComponent(character);
  const unit = character.charCodeAt(0);
  return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]
    .map((byte) => `%${byte.toString(16).toUpperCase()}`)
    .join('');
}
