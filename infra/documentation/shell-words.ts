const WORD = /'([^']*)'|"([^"]*)"|#.*$|([^\s'"#]+)/g;

export function shellWords(line: string): string[] {
  return [...line.matchAll(WORD)].flatMap(([whole, single, double, plain]) =>
    whole.startsWith('#') ? [] : [single ?? double ?? plain ?? ''],
  );
}

/** The commands of a shell script, with continued lines joined. */
export function shellCommands(script: string): string[] {
  return script
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line.trim() !== '');
}
