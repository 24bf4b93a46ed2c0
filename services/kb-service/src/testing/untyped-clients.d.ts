/** Client libraries without types, or with types that cannot be loaded as ES modules. */

declare module 'devour-client' {
  interface Options {
    apiUrl: string;
    bearer?: string;
  }
  export interface Attribute {
    jsonApi: 'hasOne' | 'hasMany';
    type: string;
  }
  export default class Devour {
    constructor(options: Options);
    define(
      name: string,
      attributes: Record<string, Attribute | ''>,
      options?: { collectionPath?: string; type?: string },
    ): void;
    findAll(name: string, parameters: Record<string, string>): Promise<{ data: unknown[] }>;
    find(name: string, id: string, parameters: Record<string, string>): Promise<{ data: { id: string } }>;
    create(name: string, payload: object): Promise<{ data: { id: string } }>;
    update(name: string, payload: object): Promise<{ data: { id: string } }>;
    destroy(name: string, id: string): Promise<unknown>;
  }
}

declare module 'kitsu-core' {
  export function deserialise(document: unknown, options: { hoistData: boolean }): { data: unknown };
}

declare module 'jsonapi-validator' {
  interface Problem {
    dataPath: string;
    message: string;
  }
  export class Validator {
    /** @throws Error with problems in `errors` */
    validate(document: unknown): void;
  }
  export type ValidationError = Error & { errors: Problem[] };
}
