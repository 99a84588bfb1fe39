/** What a command gets from outside its arguments. */
import type { Config } from '../config.ts';

/** The settings of the proxy, and the environment with the credentials. */
export type Settings = { config: Config; environment: NodeJS.ProcessEnv };
