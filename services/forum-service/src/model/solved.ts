/** The state of a question or problem whose author has accepted an answer. Pages show it in their language. */
export const SOLVED = 'solved';
