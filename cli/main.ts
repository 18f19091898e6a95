#!/usr/bin/env node
import { runCli } from "./cli";

const { argv, env, stdin, stdout, stderr } = process;

void runCli({ args: argv.slice(2), env, cwd: process.cwd(), stdin, stdout, stderr }).then((code) => {
  process.exitCode = code;
});
