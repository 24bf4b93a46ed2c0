/** What was sent to be posted, wherever it came from, before anything in it is judged. */
export interface Submission {
  /** By name. What says nothing, `null`, is left out. Names are only ever keys of a Map, `__proto__` as any other. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** Whether whoever sent it is a program, and should be told of names that mean nothing here. */
  readonly fromProgram: boolean;
}
