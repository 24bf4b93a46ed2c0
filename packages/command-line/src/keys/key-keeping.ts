import type { AccessKey, Database } from '@guidepost/postgres';
import type { RunCommand } from '../run-command.ts';

/** Whom access keys belong to, as the command line names it. */
export interface KeyOwner {
  /** `a knowledge base` */
  noun: string;
  /** Of the argument, and of the member in JSON documents: `host`. */
  argument: string;
  /** What the argument is: `the host name of the knowledge base`. */
  description: string;
  /** Checks the argument; throws InvalidArgumentError. */
  parse: (value: string) => string;
  /** For the examples. */
  example: string;
}

/** Which key, and who changes it. */
export interface KeyRequest {
  /** Of a key that is made its name; of one that is taken back its name or id. */
  key: string;
  by: string;
}

/** How a service keeps access keys. */
export interface KeyKeeping {
  runCommand: RunCommand;
  owner: KeyOwner;
  /** Whether it is written down who changes keys, which commands can then be told. */
  audited: boolean;
  /** What to do with a new key, in a sentence. */
  advice: string;
  /** Makes a key, which is given out this once. */
  issue: (database: Database, owner: string, request: KeyRequest) => Promise<AccessKey & { key: string }>;
  /** All keys, the oldest first. */
  list: (database: Database, owner: string) => Promise<AccessKey[]>;
  /** Takes back the key with this name or id. */
  revoke: (database: Database, owner: string, request: KeyRequest) => Promise<AccessKey>;
}
