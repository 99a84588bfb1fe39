/** The `.env` file: the settings that the console is built with and those that the servers run with, in one place. */
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/** Take over what the folder's `.env` says; what the environment says already wins. */
export function readEnvFile(): void {
  if (existsSync('.env')) loadEnvFile('.env');
}
