/** The keyring of one person on one proxy: open or locked, its recovery phrase, its passphrase. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Text } from './text.ts';

/** What the service knows of keys that a person had before: a keyring on another machine, or one that was lost. */
export const EarlierKeys = z.object({
  /** The devices with an identity, oldest first. */
  devices: z.array(z.object({ device_id: z.string(), created: z.string() })),
  /** The schemas whose keys this person made, by name. */
  schemas: z.array(z.object({ id: z.string(), name: z.string(), created: z.string() })),
});
export type EarlierKeys = z.infer<typeof EarlierKeys>;

export const Keyring = z.object({
  /**
   * `missing` when there is no keyring on this machine, though the service knows of earlier keys; `unproven` while this sign-in
   * has not shown that the keyring is the caller's: its passphrase or its 24 words do.
   */
  state: z.enum(['open', 'locked', 'missing', 'unproven']),
  /** Whether the 24 words were shown and confirmed, or the person chose to do without; null while it is locked. */
  phrase: z.enum(['unseen', 'confirmed', 'waived']).nullable(),
  /** `file` while the proxy keeps the passphrase in a file beside the keyring; only one’s own locks it. */
  passphrase: z.enum(['own', 'file']),
  /** Whose identity is this device's; null while it is locked, or has none. */
  device_id: z.string().nullable(),
  /** Only where the keyring is missing. */
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
  summary: 'How one’s keyring stands.',
  reply: Keyring,
});

export const showPhrase = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/keyring/phrase/',
  summary: 'The words that bring the keyring back, one set at a time, until each is confirmed or waived.',
  reply: z.object({
    words: z.array(z.string()).length(phraseLength),
    /** When the seed of these words was made. */
    created: z.string().optional(),
    /** How many sets of words the keyring needs in all: more than one after keyrings were joined. */
    sets: z.number().int().min(1).optional(),
  }),
});

export const confirmPhrase = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/keyring/phrase/confirm/',
  summary: 'Show that the words were written down, by three of them.',
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
  summary: 'Do without the words: who loses this keyring loses what only it can open.',
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
  summary: 'Bring keys back by their 24 words: makes a missing keyring, joins one that is there.',
  body: z.strictObject({ words: Text.min(1, 'Enter your 24 recovery words.').max(1024) }),
  reply: Keyring,
});

export const beginKeyring = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/keyring/begin/',
  summary:
    'Start with new keys where the keyring is missing. The earlier keys can be joined by their words later.',
  reply: Keyring,
});

export const lockKeyring = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/keyring/lock/',
  summary: 'Lock a keyring that has a passphrase of one’s own.',
  reply: Keyring,
});

export const setPassphrase = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/keyring/passphrase/',
  summary: 'Give the keyring a passphrase of one’s own, or another one.',
  body: z.strictObject({
    passphrase: Passphrase.min(8, 'A passphrase has at least 8 characters.'),
    /** Needed to change one’s own. */
    old: Passphrase.optional(),
  }),
  reply: Keyring,
});
