/** A text with a place for a number, for each plural form that the language has; `{n}` is the number. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
