/** The value of an option such as `--minutes 30`. Ends the program with what is wrong with it. */
export function wholeNumber(option: string, value: string): number {
  if (/^[1-9]\d*$/.test(value)) return Number(value);
  console.error(`--${option} must be a whole number above 0.`);
  process.exit(1);
}
