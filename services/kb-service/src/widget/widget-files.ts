import { hash } from 'node:crypto';
import { entityTag, type Representation } from '@guidepost/http';
import { type Catalogue, catalogueOf, LANGUAGES } from '@guidepost/i18n';
import { accentShades } from '@guidepost/pages';
import { LRUCache } from 'lru-cache';
import { readWidgetCode, type WidgetCode } from './bundle-widget.ts';
import type { CloseTexts, LoaderSettings, LoaderTexts } from './widget-answers.ts';

/** The files of a widget, which are the same as long as their version is. */
export interface WidgetFiles extends WidgetCode {
  /** A digest of both, in addresses. */
  version: string;
  /** Ready to be sent, with the codings that they have been sent in. */
  sent: Record<keyof WidgetCode, Required<Pick<Representation, 'body' | 'entityTag' | 'codings'>>>;
}

const MOST_KEPT = 100;

const kept = new LRUCache<string, Promise<WidgetFiles>>({ max: MOST_KEPT });

/** The present files, whose button has the colours of a knowledge base. @param accentColor `#rrggbb` */
export function widgetFiles(accentColor: string): Promise<WidgetFiles> {
  const known = kept.get(accentColor) ?? makeFiles(accentColor);
  kept.set(accentColor, known);
  return known;
}

async function makeFiles(accentColor: string): Promise<WidgetFiles> {
  const code = await readWidgetCode();
  const close: CloseTexts = inAllLanguages(({ pages }) => pages.close);
  const panel = `const CLOSE=${JSON.stringify(close)};${code.panel}`;
  const settings = { integrity: integrityOf(panel), colors: colorsOf(accentColor), texts: textsOfLoader() };
  const version = hash('sha256', JSON.stringify(settings) + code.loader, 'base64url').slice(0, 12);
  const all: LoaderSettings = { version, ...settings };
  const whole = `const SETTINGS=${JSON.stringify(all)};${code.loader}`;
  return { version, panel, loader: whole, sent: { loader: readyToSend(whole), panel: readyToSend(panel) } };
}

export function readyToSend(text: string): WidgetFiles['sent']['panel'] {
  return { body: Buffer.from(text), entityTag: entityTag(text), codings: new Map() };
}

/** For `integrity` of elements (Subresource Integrity §3.5). */
export function integrityOf(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}

/** Legible on the backgrounds of the widget, which are those of pages. */
function colorsOf(accentColor: string): string {
  const { light, dark } = accentShades(accentColor);
  const edge = `--edge:light-dark(${light.border ?? 'transparent'},${dark.border ?? 'transparent'});`;
  const border = light.border || dark.border ? edge : '';
  return `:host{--fill:${light.fill};--on-fill:${light.onFill};${border}--link:light-dark(${light.text},${dark.text})}`;
}

function textsOfLoader(): LoaderSettings['texts'] {
  return inAllLanguages(({ guides: { widget } }): LoaderTexts => [widget.help, widget.unreachable]);
}

/** Pages in Norwegian also say so without naming one of its two forms. */
function inAllLanguages<Text>(textOf: (catalogue: Catalogue) => Text): Record<string, Text> & { en: Text } {
  const texts = LANGUAGES.map((language) => [language, textOf(catalogueOf(language))] as const);
  return { ...Object.fromEntries(texts), en: textOf(catalogueOf('en')), no: textOf(catalogueOf('nb')) };
}
