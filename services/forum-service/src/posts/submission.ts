/** A post as received, before validation. */
export interface Submission {
  /** By name, without nulls. A Map, so that `__proto__` is a key like any other. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** Whether a program sent it, which is told of unknown names. */
  readonly fromProgram: boolean;
}
