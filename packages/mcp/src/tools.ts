import type { IncomingMessage } from 'node:http';
import { AppError } from '@guidepost/service-kit';
import { z } from 'zod';

/** A link to a page for people. */
export interface ToolLink {
  /** An absolute URL. */
  address: string;
  title: string;
  description?: string | undefined;
}

export interface ToolAnswer {
  /** For models. */
  text: string;
  links?: readonly ToolLink[];
  /** The same for programs, as the schema of the tool says. */
  data: Record<string, unknown>;
}

/** A call as the tool gets it. */
export type ToolCall<Call> = Call & {
  /** The name of the program that calls. */
  program: string;
  request: IncomingMessage;
};

/** A tool that programs can call. */
export interface Tool<Call> {
  name: string;
  title: string;
  /** For models: when to use it, and what it answers. */
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  /** Whether it changes something. */
  writes?: boolean;
  /** Whether it is listed for this caller; by default for all. */
  isFor?(call: Call): boolean;
  /** @throws AppError with a message that says what to do */
  run(values: Record<string, unknown>, call: ToolCall<Call>): Promise<ToolAnswer>;
}

interface TypedTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape, Call>
  extends Omit<Tool<Call>, 'input' | 'output' | 'run'> {
  input: Input;
  output: Output;
  run(
    values: z.output<z.ZodObject<Input>>,
    call: ToolCall<Call>,
  ): Promise<Omit<ToolAnswer, 'data'> & { data: z.input<z.ZodObject<Output>> }>;
}

/** A tool by the shapes of its arguments and its answer. Arguments that it does not know are mistakes. */
export function defineTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape, Call>({
  input,
  output,
  run,
  ...tool
}: TypedTool<Input, Output, Call>): Tool<Call> {
  return {
    ...tool,
    input: z.strictObject(input),
    output: z.object(output),
    run: (values, call) => run(values as z.output<z.ZodObject<Input>>, call),
  };
}

/** The error of a tool that needs a key which the caller has not. */
export function needsKey(scope: string): AppError {
  return new AppError(
    'unauthorized',
    `This tool needs an access key with the scope "${scope}". Owners make keys at the desk, under "Access keys"; the client sends "Authorization: Bearer <access key>".`,
  );
}
