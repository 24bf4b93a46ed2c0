#!/usr/bin/env node
import { runMain } from '@guidepost/command-line/program';
import { createKbProgram } from './command-line.ts';

await runMain(createKbProgram());
