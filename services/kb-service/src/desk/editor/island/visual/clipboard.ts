import type { Editor } from '@tiptap/core';
import { DOMSerializer, type DOMParser as DocumentParser, Fragment, Slice } from '@tiptap/pm/model';
import type { EditorProps } from '@tiptap/pm/view';
import { withoutRedirect } from '../dialogs/addresses.ts';
import { writeInFull } from '../document/from-document.ts';
import { toDocument } from '../document/to-document.ts';
import { readContent } from '../markup/content.ts';
import { parseMarkup } from '../markup/parse-markup.ts';
import { writeDom } from '../markup/write-dom.ts';
import { cleanPasted, disarm, isCopied, lowerHeadings } from './clean-pasted.ts';
import { isOfPlainText, looksLikeMarkdown, pasteMarkdown, type RenderMarkdown } from './paste-markdown.ts';
import { linkAddresses } from './typed-links.ts';

/** Letters of text, and of the HTML around them, at which browsers stand still; a book is imported. */
const MOST = { 'text/plain': 300_000, 'text/html': 3_000_000 };

export interface ClipboardOptions {
  /** Files that were pasted or dropped. */
  files(files: File[]): void;
  /** Says that something was too large to be pasted, and how large. */
  refuse(letters: number): void;
  /** The word for an image. */
  image: string;
  render: RenderMarkdown;
}

/** Copies what guides consist of, and pastes what of foreign HTML a guide may contain. */
export function createClipboard(
  editor: () => Editor,
  { files, refuse, image, render }: ClipboardOptions,
): EditorProps {
  /** Whether what is about to be pasted may be Markdown. */
  let mayBeMarkdown = (_text: string) => false;
  /** Whether web addresses in it become links, and whether one alone does. */
  let links: 'all' | 'alone' | 'none' = 'none';
  return {
    transformPastedHTML(html) {
      links = 'alone';
      const disarmed = disarm(html);
      mayBeMarkdown = (text) => isOfPlainText(disarmed, text);
      return disarmed;
    },
    // In code, and by Ctrl+Shift+V, it stays as it is.
    transformPastedText(text, isPlain) {
      links = isPlain ? 'none' : 'all';
      mayBeMarkdown = () => !isPlain;
      return text;
    },
    // Before anything of it is read.
    handleDOMEvents: {
      paste: (_, event) => refuseLarge(event, event.clipboardData),
      drop: (_, event) => refuseLarge(event, event.dataTransfer),
    },
    clipboardParser: { parseSlice } as unknown as DocumentParser,
    clipboardSerializer: createSerializer(),
    handlePaste: (_, event, slice) =>
      (links !== 'none' && pasteAddress(editor(), event)) ||
      takeFiles(event.clipboardData, slice.size === 0) ||
      takeMarkdown(event.clipboardData),
    handleDrop: (view, event, _slice, moved) => {
      if (moved || filesOf(event.dataTransfer).length === 0) return false;
      const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
      if (place) editor().commands.setTextSelection(place.pos);
      return takeFiles(event.dataTransfer, true);
    },
  };

  function refuseLarge(event: Event, data: DataTransfer | null): boolean {
    const tooLarge = Object.entries(MOST).find(([type, most]) => (data?.getData(type).length ?? 0) > most);
    if (!tooLarge) return false;
    event.preventDefault();
    refuse(data?.getData(tooLarge[0]).length ?? 0);
    return true;
  }

  function takeFiles(data: DataTransfer | null, isAlone: boolean): boolean {
    const given = filesOf(data);
    if (given.length === 0 || !isAlone) return false;
    files(given);
    return true;
  }

  function takeMarkdown(data: DataTransfer | null): boolean {
    const text = data?.getData('text/plain') ?? '';
    if (!looksLikeMarkdown(text) || !mayBeMarkdown(text)) return false;
    void pasteMarkdown(editor(), { text, render, read: readRendered });
    return true;
  }

  function readRendered(html: string): Slice {
    const rendered = document.createElement('div');
    rendered.innerHTML = html;
    lowerHeadings(rendered);
    return toSlice(rendered, true);
  }

  function parseSlice(pasted: HTMLElement): Slice {
    return toSlice(pasted, isCopied(pasted));
  }

  function toSlice(pasted: HTMLElement, isOurs: boolean): Slice {
    const known = new Set<string>();
    editor().state.doc.descendants(({ attrs }) => {
      for (const [name, value] of attrs.attributes ?? []) if (name === 'id') known.add(value);
    });
    const html = writeDom(cleanPasted(pasted, { taken: known, isOurs, image }));
    const { content } = toDocument(editor().schema, readContent(parseMarkup(html), html)).document;
    if (isOurs) return Slice.maxOpen(content);
    const text = withoutPlaces(content);
    return Slice.maxOpen(links === 'all' ? linkAddresses(text) : text);
  }
}

/** Foreign white space says nothing, and text without an element becomes paragraphs. */
function withoutPlaces(content: Fragment): Fragment {
  const nodes = content.content.map((node) => {
    if (node.isText) return node;
    const { gap: _, end: __, home: ___, ...attributes } = node.attrs;
    return node.type.create(attributes, withoutPlaces(node.content), node.marks);
  });
  return Fragment.from(nodes);
}

function filesOf(data: DataTransfer | null): File[] {
  return Array.from(data?.files ?? []);
}

/** An address pasted onto selected text makes it a link; elsewhere it is one itself. */
function pasteAddress(editor: Editor, { clipboardData }: ClipboardEvent): boolean {
  const address = withoutRedirect(clipboardData?.getData('text/plain').trim() ?? '');
  const { empty, $from, $to } = editor.state.selection;
  if (editor.isActive('codeBlock') || editor.isActive('code') || !/^https?:\/\/\S+$/.test(address))
    return false;
  const mark = { type: 'link', attrs: { attributes: [['href', address]] } };
  if (empty) return editor.commands.insertContent({ type: 'text', text: address, marks: [mark] });
  return $from.sameParent($to) && editor.commands.setMark(mark.type, mark.attrs);
}

function createSerializer(): DOMSerializer {
  const serializer = new DOMSerializer({}, {});
  serializer.serializeFragment = (fragment, { document: page = document } = {}) => {
    const template = page.createElement('template');
    template.innerHTML = fragment.content.map(writeInFull).join('');
    return template.content;
  };
  return serializer;
}
