/** The keyring of one person on one proxy: open or locked, its recovery phrase, its passphrase. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Text } from './text.ts';

/** What the service knows about a person's earlier keys: on another machine, or lost. */
export const EarlierKeys = z.object({
  /** The devices with an identity, oldest first. */
  devices: z.array(z.object({ device_id: z.string(), created: z.string() })),
  /** The schemas whose keys this person's keyring made, by name. */
  schemas: z.array(z.object({ id: z.string(), name: z.string(), created: z.string() })),
});
export type EarlierKeys = z.infer<typeof EarlierKeys>;

export const Keyring = z.object({
  /**
   * `missing` if there is no keyring on this machine but the service knows of earlier keys; `unproven` until the caller has
   * entered the keyring's passphrase or its 24 words since signing in.
   */
  state: z.enum(['open', 'locked', 'missing', 'unproven']),
  /** Whether the 24 words were confirmed or waived; null while the keyring is locked. */
  phrase: z.enum(['unseen', 'confirmed', 'waived']).nullable(),
  /**
   * `own` if the user enters it, which allows locking; `file` while the proxy stores a generated one in a file beside the keyring;
   * `settings` if the proxy's settings name a file or a command for all keyrings.
   */
  passphrase: z.enum(['own', 'file', 'settings']),
  /** The device id of this keyring's identity; null while it is locked, or without an identity. */
  device_id: z.string().nullable(),
  /** Only for `missing`. */
  earlier: EarlierKeys.optional(),
});
export type Keyring = z.infer<typeof Keyring>;

export const phraseLength = 24;

const shared = { answeredBy: 'proxy', access: 'user' } as const;
const Passphrase = Text.min(1, 'A passphrase is required.').max(1024);

export const getKeyring = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/keyring/',
  openToServiceAccounts: true,
  summary: 'The state of your keyring.',
  reply: Keyring,
});

export const showPhrase = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/keyring/phrase/',
  summary: 'The recovery words of the keyring, one set at a time, until each is confirmed or waived.',
  reply: z.object({
    words: z.array(z.string()).length(phraseLength),
    /** When the seed of these words was made. */
    created: z.string().optional(),
    /** How many sets of words the keyring has: more than one after keyrings were merged. */
    sets: z.number().int().min(1).optional(),
  }),
});

export const confirmPhrase = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/keyring/phrase/confirm/',
  summary: 'Confirm by three words that all were written down.',
  body: z.strictObject({
    words: z
      .array(
        z.strictObject({ position: z.number().int().min(1).max(phraseLength), word: z.string().max(32) }),
      )
      .length(3),
  }),
  reply: Keyring,
});

export const waivePhrase = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/keyring/phrase/waive/',
  summary: 'Waive the recovery words: if the keyring is lost, so is what only it can decrypt.',
  reply: Keyring,
});

export const unlockKeyring = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/keyring/unlock/',
  summary: 'Open a locked keyring.',
  body: z.strictObject({ passphrase: Passphrase }),
  reply: Keyring,
});

export const restoreKeyring = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/keyring/restore/',
  summary: 'Restore keys from their 24 words: creates a missing keyring, or merges into the present one.',
  body: z.strictObject({ words: Text.min(1, 'Enter your 24 recovery words.').max(1024) }),
  reply: Keyring,
});

export const beginKeyring = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/keyring/begin/',
  openToServiceAccounts: true,
  summary:
    'Start with new keys where the keyring is missing. The earlier keys can be restored from their words later.',
  reply: Keyring,
});

export const lockKeyring = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/keyring/lock/',
  summary: 'Lock a keyring that has its own passphrase.',
  reply: Keyring,
});

export const setPassphrase = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/keyring/passphrase/',
  summary: 'Set or change the keyring’s own passphrase.',
  body: z.strictObject({
    passphrase: Passphrase.min(8, 'A passphrase has at least 8 characters.'),
    /** Required to change an own passphrase. */
    old: Passphrase.optional(),
  }),
  reply: Keyring,
});
