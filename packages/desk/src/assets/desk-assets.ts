export const DESK_STYLE = new URL('./desk.css', import.meta.url);

export const DESK_SCRIPT = new URL('./desk.js', import.meta.url);
