const WORD = /'([^']*)'|"([^"]*)"|#.*$|([^\s'"#]+)/g;

/** The words of a simple command, as a shell reads them: quoted or not, with a comment behind them or none. */
export function shellWords(line: string): string[] {
  return [...line.matchAll(WORD)].flatMap(([whole, single, double, plain]) =>
    whole.startsWith('#') ? [] : [single ?? double ?? plain ?? ''],
  );
}

/** A shell script's commands: one a line, unless a line ends with a backslash. */
export function shellCommands(script: string): string[] {
  return script
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line.trim() !== '');
}
