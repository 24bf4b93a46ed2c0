export { asBuffer, type FileEnds, HEAD_BYTES, headText, TAIL_BYTES } from './file-ends.ts';
export { isPolyglot, sniffMediaType } from './sniff.ts';
