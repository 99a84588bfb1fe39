/** The dependencies of every module of the service. */
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import type { ReadImmutable } from './db/replica.ts';
import type { Mail } from './modules/mail/mail.ts';
import type { Passwords } from './modules/accounts/passwords.ts';
import type { SegmentStore } from './store/segmentStore.ts';

export type Deps = {
  database: Database;
  store: SegmentStore;
  /** Reads headers and blocks of segments, from a read replica if there is one. */
  readImmutable: ReadImmutable;
  config: Config;
  mail: Mail;
  passwords: Passwords;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Starts the scheduled removals. */
  removeScheduled: () => void;
};
