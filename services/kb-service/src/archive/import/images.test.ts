import { describe, expect, it } from '@jest/globals';
import { sizeAttributes } from './images.ts';

const image = { path: 'install/step-1.png', pixels: { width: 601, height: 200 } };

describe('the width and height of an image in content', () => {
  it.each([
    ['are its pixels', {}, { width: '601', height: '200' }],
    ['are its pixels when they are empty', { width: '', height: '' }, { width: '601', height: '200' }],
    ['stay unchanged if both are given', { width: '9', height: '9' }, {}],
    ['keep the ratio of the image to a width', { width: '300' }, { width: '300', height: '100' }],
    ['keep the ratio of the image to a height', { height: '400' }, { width: '1202', height: '400' }],
    ['keep a width as it is written', { width: ' 300PX ' }, { width: ' 300PX ', height: '100' }],
    ['are at least 1', { width: '1' }, { width: '1', height: '1' }],
    ['are left alone beside a share of the page', { width: '50%' }, {}],
    ['are left alone beside an invalid length', { height: 'auto' }, {}],
    ['are left alone beside nothing', { width: '0' }, {}],
  ])('%s', (_, given, expected) => {
    expect(sizeAttributes(given, image)).toEqual(expected);
  });

  it.each([
    ['step-1@2x.png', { width: '301', height: '100' }],
    ['a/step-1@2X.PNG', { width: '301', height: '100' }],
    ['step-1@2x', { width: '301', height: '100' }],
    ['step@2x/1.png', { width: '601', height: '200' }],
    ['step-1-2x.png', { width: '601', height: '200' }],
  ])('are half its pixels for names with @2x: %s', (path, expected) => {
    expect(sizeAttributes({}, { ...image, path })).toEqual(expected);
  });

  it('are as given, even for @2x', () => {
    expect(sizeAttributes({ width: '300' }, { ...image, path: 'a@2x.png' })).toEqual({
      width: '300',
      height: '100',
    });
  });

  it('are left out if its bytes do not say', () => {
    expect(sizeAttributes({ width: '300' }, { ...image, pixels: undefined })).toEqual({});
  });
});
