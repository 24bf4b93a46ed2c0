import { escapeMarkdown } from '../../../rendering/escape.ts';
import { type Attributes, convertHtml, hasClass } from '../../moved-in/text/convert-html.ts';
import { linkTo } from '../../moved-in/text/markdown.ts';
import type { TextContext } from './convert-line.ts';
import { emojiOf } from './emoji.ts';

/** The HTML that Discourse shows of a post as Markdown, where there is no text that it was made of. */
export function convertCooked(html: string, context: TextContext): string {
  return convertHtml(html, {
    addressOf: context.addressOf,
    isSkipped: isDecoration,
    linkAs: (attributes) =>
      hasClass(attributes, 'mention') || hasClass(attributes, 'lightbox') ? 'text' : undefined,
    linesFor(name, attributes) {
      if (name !== 'aside') return undefined;
      const source = attributes['data-onebox-src'];
      if (hasClass(attributes, 'quote')) return { lines: sourceOfQuote(attributes, context), instead: false };
      return source === undefined ? undefined : { lines: [context.addressOf(source) ?? ''], instead: true };
    },
    textFor(attributes) {
      if (hasClass(attributes, 'avatar')) return '';
      if (!hasClass(attributes, 'emoji')) return undefined;
      const { title = '', alt = '' } = attributes;
      return emojiOf(title.replace(/^:|:$/g, '')) ?? alt;
    },
  });
}

/** Things that Discourse adds to texts: names above quotes, sizes below images, numbers of clicks. */
function isDecoration(name: string, attributes: Attributes): boolean {
  if (name === 'div') return hasClass(attributes, 'title') || hasClass(attributes, 'meta');
  return name === 'span' && hasClass(attributes, 'badge');
}

function sourceOfQuote(attributes: Attributes, context: TextContext): string[] {
  const username = attributes['data-username'] ?? '';
  const [topic, post] = [attributes['data-topic'], attributes['data-post']].map(Number);
  const address = topic && post ? context.postAddress(topic, post) : undefined;
  if (username === '') return [];
  return [linkTo(context.wrote(escapeMarkdown(context.nameOf(username) ?? username)), address)];
}
