import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const LIMIT = 30_000;

/** `--eval` resolves packages from the working directory. */
const SCRIPT = `
  const load = (path) => import(new URL(path, ${JSON.stringify(import.meta.url)}).href);
  const { AVIF, GIF, JPEG, mutatedFiles, png, SVG, WEBP } = await import('@guidepost/file-types/testing');
  const { imageTypeOf, isComplete } = await load('./image-type.ts');
  const { pixelSizeOf } = await load('./pixel-size.ts');
  const { AVIF_TURNED, jpegOf, WEBP_LOSSLESS, WEBP_WITH_EXIF } = await load('../testing/sized-images.ts');
  const sized = [AVIF_TURNED, jpegOf(60, 20, 6), WEBP_LOSSLESS, WEBP_WITH_EXIF];
  for (const bytes of mutatedFiles([AVIF, GIF, JPEG, png('a'), SVG, WEBP, ...sized], 1_000)) {
    const type = await imageTypeOf(bytes);
    if (type) isComplete(type, { head: bytes, tail: bytes, length: bytes.length });
    for (const format of ['png', 'jpeg', 'gif', 'webp', 'avif']) pixelSizeOf('image/' + format, bytes);
  }
  console.log('done');
`;

it(
  'S8 is done with 1,000 mutated headers',
  async () => {
    const options = ['--conditions=source', '--input-type=module', '--eval', SCRIPT];
    const cwd = import.meta.dirname;
    const { stdout } = await promisify(execFile)(process.execPath, options, { cwd, timeout: LIMIT });
    expect(stdout).toBe('done\n');
  },
  2 * LIMIT,
);
