export { asBuffer, type FileEnds, HEAD_BYTES, headText, TAIL_BYTES } from './file-ends.ts';
export { isSomethingElseToo, sniffMediaType } from './sniff.ts';
