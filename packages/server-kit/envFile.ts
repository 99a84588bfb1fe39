/** Reads the `.env` file: the settings of the console's build and of the servers. */
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/** Loads `.env` of the current folder. Variables that are already set take precedence. */
export function readEnvFile(): void {
  if (existsSync('.env')) loadEnvFile('.env');
}
