/** Where the images of a JSON file are: `guides.json` has them in `guides-files`, beside it. */
export function imageFolder(file: string): string {
  return `${file.replace(/\.json$/i, '')}-files`;
}
