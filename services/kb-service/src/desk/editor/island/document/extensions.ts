import type { Extensions } from '@tiptap/core';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { ListKeymap } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Box, Bullets, Code, Item, Line, Loose, Numbers, Quotation } from './blocks.ts';
import { INLINES } from './inlines.ts';
import { KeptAttributes } from './kept-attributes.ts';
import { TABLES } from './tables.ts';

/** Everything that a guide may consist of. The document's schema follows from it. */
export const DOCUMENT: Extensions = [
  Document,
  Text,
  Paragraph,
  Heading,
  HardBreak,
  HorizontalRule,
  Loose,
  Line,
  Box,
  Quotation,
  Bullets,
  Numbers,
  Item,
  ListKeymap,
  Code,
  ...INLINES,
  ...TABLES,
  KeptAttributes,
];
