import { describe, expect, it } from '@jest/globals';
import { filePath } from './file-store.ts';

const DIGEST = '0123456789abcdef'.repeat(4);

function pathOf(original: string, taken: string[] = []): string {
  return filePath(original, { type: 'image/png', digest: DIGEST, isTaken: (path) => taken.includes(path) });
}

describe('the path of an image in exports', () => {
  it.each([
    ['is unchanged', 'install/step-1.png', 'install/step-1.png'],
    ['has the ending of its type', 'install/step-1.JPEG', 'install/step-1.png'],
    ['has one ending', 'step.svg.png', 'step-svg.png'],
    ['has letters of slugs only', 'Återställ/Bild 1.png', 'aterstall/bild-1.png'],
    ['S9 does not lead upwards', '../../etc/passwd', 'image/image/etc/passwd.png'],
    ['S9 has no U+0000', 'a\0b.png', 'a-b.png'],
    ['S9 has no bidirectional controls', 'a\u202egnp.exe.png', 'a-gnp-exe.png'],
    ['S9 is not a device name', 'NUL', 'nul.png'],
    ['has a default name', '!!!.png', 'image.png'],
  ])('%s', (_, original, expected) => {
    expect(pathOf(original)).toBe(expected);
    expect(pathOf(expected)).toBe(expected);
  });

  it('S9 has a limited length', () => {
    const steps = pathOf(`${'a'.repeat(300)}/${'b'.repeat(300)}.png`).split('/');
    expect(Math.max(...steps.map(({ length }) => length))).toBeLessThanOrEqual(204);
    expect(pathOf(`${'a/'.repeat(1000)}b.png`).length).toBeLessThanOrEqual(1000);
  });

  it('differs if it is taken', () => {
    expect(pathOf('a.png', ['a.png'])).toBe('a-0123456789ab.png');
    expect(pathOf('a.png', ['a.png', 'a-0123456789ab.png'])).toBe(`a-${DIGEST}.png`);
  });
});
