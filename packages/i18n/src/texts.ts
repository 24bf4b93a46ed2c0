import type en from '../texts/en.json';

/** A text for each plural form of a language; `{{count}}` is the number. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

type Form<Name extends string> = `${Name}_${Intl.LDMLPluralRule}`;

/** Plural forms (`guideCount_one`, `guideCount_other`) as one text (`guideCount`). */
export type Grouped<Node> = Node extends string
  ? string
  : {
      readonly [Key in keyof Node as Key extends Form<infer Name> ? Name : Key]: Key extends Form<string>
        ? Plural
        : Grouped<Node[Key]>;
    };

/**
 * All texts of a language, as its file in `texts` has them, but with plural forms together: `guideCount` is what the
 * file says as `guideCount_one` and `guideCount_other`. Programs at a desk read `desk` and `editor`, all others the
 * rest.
 */
export type Texts = Grouped<typeof en>;

/** The texts that pages, mail and messages need. */
export type Catalogue = Omit<Texts, 'desk' | 'editor'>;

/** The texts around the content of every page, and those that both services have. */
export type PageWords = Texts['pages'];

/** The texts of the pages of a knowledge base. */
export type GuideWords = Texts['guides'];

/** The texts of the pages of a forum. */
export type ForumWords = Texts['forum'];

/** The texts of every page of a desk. */
export type DeskWords = Texts['desk']['common'] &
  Texts['desk']['health'] &
  Texts['desk']['webhooks'] & { problems: Texts['desk']['problems'] };

/** The texts of a desk for guides, with those of its editor. */
export type GuideDeskWords = Texts['desk']['guides'] & { textEditor: EditorWords };

/** The texts of a desk for dialogs. */
export type DialogDeskWords = Texts['desk']['dialogs'] & Texts['desk']['forum'];

/** The texts of the editor of guides, which runs in browsers. */
export type EditorWords = Texts['editor'];

/** Replaces each `{{name}}` by the value of that name; one without a value stays. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

const BYTE = ['byte', 1] as const;
const UNITS = [['gigabyte', 1_000_000_000], ['megabyte', 1_000_000], ['kilobyte', 1_000], BYTE] as const;

/**
 * A number of bytes as people say it: `39 kB`, `1.2 MB`.
 * @param language by ISO 639-1; English for an unknown one
 */
export function sizeIn(language: string, bytes: number): string {
  // 999,950 bytes would be 1,000 kB.
  const [unit, size] = UNITS.find(([, of]) => bytes >= of * 0.9995) ?? BYTE;
  const format = new Intl.NumberFormat([language, 'en'], {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: bytes >= 10 * size || unit === 'byte' ? 0 : 1,
  });
  return format.format(bytes / size);
}
