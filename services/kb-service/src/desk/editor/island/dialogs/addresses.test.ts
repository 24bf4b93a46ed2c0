import { describe, expect, it } from '@jest/globals';
import { asAddress, asInGuide, playerOf, withoutRedirect } from './addresses.ts';

describe('a typed address', () => {
  it.each([
    ['https://a.example/b?c=1', 'https://a.example/b?c=1'],
    ['www.a.example', 'https://www.a.example'],
    ['a.example/b', 'https://a.example/b'],
    ['install-linux#step-2', 'install-linux#step-2'],
    ['#step-2', '#step-2'],
    ['ada@a.example', 'mailto:ada@a.example'],
    ['070-174 06 10', 'tel:070-1740610'],
    ['tel:112', 'tel:112'],
    ['javascript:alert(1)', undefined],
    ['java\nscript:alert(1)', undefined],
    ['data:text/html,a', undefined],
    ['two words', undefined],
    ['', undefined],
  ])('%j leads to %j', (typed, address) => {
    expect(asAddress(typed)).toBe(address);
  });
});

describe('a pasted address', () => {
  it.each([
    [
      'https://www.google.com/url?q=https://a.example/b?c%3D1%26d%3D2%23e&sa=D&source=editors&ust=1763&usg=AOv',
      'https://a.example/b?c=1&d=2#e',
    ],
    ['https://www.google.com/url?q=javascript:alert(1)', 'https://www.google.com/url?q=javascript:alert(1)'],
    ['https://www.google.com/url?sa=D', 'https://www.google.com/url?sa=D'],
    [
      'https://www.google.com/search?q=https://a.example/',
      'https://www.google.com/search?q=https://a.example/',
    ],
    [
      'https://google.com.a.example/url?q=https://b.example/',
      'https://google.com.a.example/url?q=https://b.example/',
    ],
    ['install-linux#step-2', 'install-linux#step-2'],
  ])('%s leads to %s', (pasted, address) => {
    expect(withoutRedirect(pasted)).toBe(address);
  });
});

describe('an address that was copied from the desk', () => {
  const desk = 'http://localhost:4010/desk/kb/help.example.com';
  it.each([
    [`${desk}/files/abc.webp`, '/files/abc.webp'],
    [`${desk}%3Ade/files/abc/list.pdf`, '/files/abc/list.pdf'],
    [`${desk}%3Ade/guides/install-linux#step-2`, 'install-linux#step-2'],
    [`${desk}/guides/31`, `${desk}/guides/31`],
    [`${desk}/settings`, `${desk}/settings`],
    [
      'http://localhost:4010/desk/kb/other.example.com/files/a.webp',
      'http://localhost:4010/desk/kb/other.example.com/files/a.webp',
    ],
    [
      'https://a.example/desk/kb/help.example.com/files/a.webp',
      'https://a.example/desk/kb/help.example.com/files/a.webp',
    ],
    ['install-linux#step-2', 'install-linux#step-2'],
  ])('%s is %s in a guide', (pasted, address) => {
    expect(asInGuide(pasted, `${desk}%3Ade/guides/5`)).toBe(address);
  });
});

describe('the address of a video', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=9', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://player.vimeo.com/video/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://evil.example/watch?v=dQw4w9WgXcQ', undefined],
    ['https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', undefined],
    ['https://www.youtube.com/@channel', undefined],
    ['', undefined],
  ])('%j is played by %j', (address, player) => {
    expect(playerOf(address)).toBe(player);
  });
});
