/** The dependencies of every module of the service. */
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import type { Mail } from './modules/mail/mail.ts';
import type { Passwords } from './modules/accounts/passwords.ts';

export type Deps = {
  database: Database;
  config: Config;
  mail: Mail;
  passwords: Passwords;
  /** Milliseconds since 1970. */
  clock: () => number;
};
