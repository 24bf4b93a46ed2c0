#!/usr/bin/env node
import { runMain } from '@guidepost/command-line';
import { createKb } from './command-line.ts';

await runMain(createKb());
