#!/usr/bin/env node
import { runMain } from '@guidepost/command-line';
import { createForumProgram } from './command-line.ts';

await runMain(createForumProgram());
