/** Sniffers have looped on these: ASF objects and boxes of size 0 (CVE-2022-36313), EBML, ID3, TIFF directories. */
const SIGNATURES = [
  '3026b2758e66cf11a6d900aa0062ce6c',
  '1a45dfa3',
  '494433',
  '49492a0008000000',
  '000000006d6f6f76',
  'ffd8ffe1',
].map((hex) => Buffer.from(hex, 'hex'));

/** Yields `count` files with mutated first bytes, reproducibly (S8). */
export function* mutatedFiles(samples: readonly Buffer[], count: number): Generator<Buffer> {
  const seeds = [...samples, ...SIGNATURES];
  let state = 42;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state % below;
  };
  for (let round = 0; round < count; round += 1) {
    const seed = seeds[round % seeds.length] ?? Buffer.of();
    const bytes = Buffer.concat([seed, Buffer.alloc(random(5_000), random(3))]);
    for (let change = random(30); change > 0; change -= 1) {
      bytes[random(Math.min(bytes.length, random(2) ? 64 : 400))] = random(256);
    }
    yield bytes;
  }
}
