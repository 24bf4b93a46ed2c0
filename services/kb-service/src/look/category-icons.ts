/** Icons for categories: lines in a square of 24, by name, as the paths of SVG. */
export const CATEGORY_ICONS = {
  book: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  card: 'M3 6h18v12H3zM3 10h18M7 15h4',
  cart: 'M3 4h3l2 11h10l2-8H7M9 20h.01M17 20h.01',
  chart: 'M4 4v16h16M8 16v-4M12 16V8M16 16v-6',
  chat: 'M4 4h16v12H10l-5 4v-4H4zM8 8h8M8 12h5',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M14 4l-4 16',
  globe: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M3 12h18M12 3c-5 5-5 13 0 18c5-5 5-13 0-18',
  house: 'M3 12l9-8 9 8M6 10v10h12V10M10 20v-6h4v6',
  lock: 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3M12 15v2',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  parcel: 'M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7M3 20c0-8 12-8 12 0M16 5a3.5 3.5 0 0 1 0 7M17 14c3 .5 4 3 4 6',
  person: 'M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M5 20c0-8 14-8 14 0',
  phone: 'M7 3h10v18H7zM11 18h2',
  tools: 'M19.5 7.5a5 5 0 0 1-6.8 5.6L6.8 19a2.1 2.1 0 0 1-3-3l5.9-5.9a5 5 0 0 1 6.8-6.6l-3.3 3.3 1 3 3 1z',
} as const;

export type CategoryIcon = keyof typeof CATEGORY_ICONS;

export const CATEGORY_ICON_NAMES = Object.keys(CATEGORY_ICONS) as readonly CategoryIcon[];

/** The name of an icon, or nothing for none; undefined if there is no such icon. */
export function parseCategoryIcon(text: string): CategoryIcon | '' | undefined {
  return text === '' ? '' : CATEGORY_ICON_NAMES.find((name) => name === text);
}
