export { AVIF, AVIF_WITHOUT_SIZE, GIF, JPEG, png, pngOfSize, SVG, WEBP } from './images.ts';
export { mutatedFiles } from './mutations.ts';
