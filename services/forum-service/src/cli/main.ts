#!/usr/bin/env node
import { runMain } from '@guidepost/command-line/program';
import { createForumProgram } from './command-line.ts';

await runMain(createForumProgram());
