/** A challenge of ALTCHA, version 1: finding the number of a digest takes work, so programs do not send thousands. */
interface Challenge {
  algorithm: string;
  /** SHA-256 of the salt and the number, in hexadecimal. */
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}

/**
 * Asks for a challenge and solves it, which takes a second at most. @returns the field of a form
 * @throws Error without an answer, or for one that has no solution
 */
export async function solveChallenge(address: string): Promise<string> {
  const answer = await fetch(address, { credentials: 'omit' });
  const { algorithm, challenge, maxnumber, salt, signature }: Challenge = await answer.json();
  const encoder = new TextEncoder();
  for (let number = 0; number <= maxnumber; number += 1) {
    const digest = await crypto.subtle.digest('SHA-256', encoder.encode(`${salt}${number}`));
    if (inHexadecimal(new Uint8Array(digest)) === challenge)
      return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
  }
  throw new Error('The challenge has no solution.');
}

function inHexadecimal(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 1) {
    text += (bytes[index] ?? 0).toString(16).padStart(2, '0');
  }
  return text;
}
