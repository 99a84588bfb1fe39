import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { idleLimit } from '#proxy/keyring/keyrings.ts';
import type { Keyring } from '#proxy/keyring/keyring.ts';
import { seedOf } from '#proxy/keyring/phrase.ts';
import { emptyFolder, openCheaply, schema, user } from './support.ts';

const passphrase = 'correct horse battery staple';
const someKeys = (keyring: Keyring) =>
  Array.from({ length: 250 }, (_, i) => [
    keyring.queryKey(schema, i + 1),
    keyring.fieldKey(schema, `field ${i}`, 1),
    keyring.fieldKey(schema, 'name', i + 1),
    keyring.spoolKey(`job ${i}`),
  ])
    .flat()
    .map((key) => key.toString('hex'));

afterEach(() => {
  vi.useRealTimers();
});

describe('a first use', () => {
  it('makes a keyring and a passphrase file, both private, and says so', async () => {
    const folder = await emptyFolder();
    const report = vi.fn();
    await openCheaply(folder, { report }).forUser(user);
    expect((await readdir(folder)).sort()).toEqual([`${user}.json`, `${user}.passphrase`]);
    for (const name of await readdir(folder))
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect(report).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining(join(folder, `${user}.passphrase`)),
    );
  });

  it('makes one keyring for twenty questions at once', async () => {
    const keyrings = openCheaply(await emptyFolder());
    const asked = await Promise.all(Array.from({ length: 20 }, () => keyrings.forUser(user)));
    expect(new Set(asked).size).toBe(1);
  });

  it('gives two programs that start together the same keys', async () => {
    const folder = await emptyFolder();
    const [one, other] = await Promise.all([
      openCheaply(folder).forUser(user),
      openCheaply(folder).forUser(user),
    ]);
    expect(one.phrase()).toBe(other.phrase());
  });

  it('keeps the users of one machine apart', async () => {
    const keyrings = openCheaply(await emptyFolder());
    const other = await keyrings.forUser('22222222222222222222A9');
    expect(other.phrase()).not.toBe((await keyrings.forUser(user)).phrase());
  });

  it.each(['', '../../etc/passwd', `${user}/`, 'short', `${user}\n`])(
    'refuses "%s" as a user',
    async (name) => {
      await expect(openCheaply(await emptyFolder()).forUser(name)).rejects.toThrow('user id');
    },
  );

  it('takes the passphrase from the file that the settings name, or says that it is missing', async () => {
    const folder = await emptyFolder();
    const passphraseFile = join(folder, 'mine');
    const keyrings = openCheaply(folder, { passphraseFile });
    await expect(keyrings.forUser(user)).rejects.toThrow(`no passphrase file ${passphraseFile}`);
    await mkdir(folder);
    await writeFile(passphraseFile, '\n');
    await expect(keyrings.forUser(user)).rejects.toThrow('empty');
    await writeFile(passphraseFile, `${passphrase}\r\n`);
    const made = await keyrings.forUser(user);
    await rm(passphraseFile);
    expect((await openCheaply(folder).unlock(user, passphrase)).phrase()).toBe(made.phrase());
  });
});

describe('keys', () => {
  it('are the same after a restart, and a thousand different ones', async () => {
    const folder = await emptyFolder();
    const before = someKeys(await openCheaply(folder).forUser(user));
    expect(new Set(before).size).toBe(1000);
    expect(someKeys(await openCheaply(folder).forUser(user))).toEqual(before);
  });

  it('come back, all thousand of them, from 24 words in an empty folder', async () => {
    const lost = await openCheaply(await emptyFolder()).forUser(user);
    const restored = await openCheaply(await emptyFolder()).restore(user, lost.phrase());
    expect(someKeys(restored)).toEqual(someKeys(lost));
  });

  it('received from others win over own ones until they are dropped, and outlive a restart', async () => {
    const folder = await emptyFolder();
    const keyring = await openCheaply(folder).forUser(user);
    const own = keyring.fieldKey(schema, 'name', 1);
    const received = Buffer.alloc(32, 9);
    await Promise.all([
      keyring.keepOverride(schema, 'name', received),
      keyring.keepOverride(schema, '__query', received),
    ]);
    const later = await openCheaply(folder).forUser(user);
    expect(later.overrides()).toEqual([`${schema}:__query`, `${schema}:name`]);
    expect(later.fieldKey(schema, 'name', 1)).toEqual(received);
    expect(later.queryKey(schema, 1)).toEqual(received);
    expect(later.fieldKey(schema, 'email', 1)).not.toEqual(received);
    expect(await later.dropOverride(`${schema}:name`)).toBe(true);
    expect(await later.dropOverride(`${schema}:name`)).toBe(false);
    expect(later.fieldKey(schema, 'name', 1)).toEqual(own);
  });

  it('that two programs receive are both kept', async () => {
    const folder = await emptyFolder();
    const proxy = await openCheaply(folder).forUser(user);
    const command = await openCheaply(folder).forUser(user);
    await command.keepOverride(schema, 'email', Buffer.alloc(32, 1));
    await proxy.keepOverride(schema, 'name', Buffer.alloc(32, 2));
    expect(proxy.overrides()).toEqual([`${schema}:email`, `${schema}:name`]);
  });

  it('of the identity, and pins of others, outlive a restart', async () => {
    const folder = await emptyFolder();
    const keyring = await openCheaply(folder).forUser(user);
    const identity = { device: 'laptop', signing: 'ab'.repeat(32), receiving: 'cd'.repeat(32) };
    await Promise.all([
      keyring.keepIdentity(identity),
      keyring.pin('ada', 'six words'),
      keyring.pin('grace', 'others'),
    ]);
    const later = await openCheaply(folder).forUser(user);
    expect(later.identity).toEqual(identity);
    expect([later.pinned('ada'), later.pinned('grace'), later.pinned('eve')]).toEqual([
      'six words',
      'others',
      null,
    ]);
  });
});

describe('a thief of the folder', () => {
  it('finds neither seed nor words nor received keys in the files, and prints show none', async () => {
    const folder = await emptyFolder();
    const keyring = await openCheaply(folder).forUser(user);
    const received = Buffer.from('0123456789abcdef0123456789abcdef');
    await keyring.keepOverride(schema, 'name', received);
    const printed = inspect(keyring, { depth: 9, showHidden: true }) + JSON.stringify(keyring);
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')),
    );
    const text = [...files, printed].join('\n');
    for (const secret of [seedOf(keyring.phrase()), received]) {
      for (const form of ['latin1', 'hex', 'base64', 'base64url'] as const) {
        expect(text).not.toContain(secret.toString(form).slice(0, 40));
      }
    }
    const words = keyring.phrase().split(' ');
    for (let i = 0; i + 1 < words.length; i++) expect(text).not.toContain(`${words[i]} ${words[i + 1]}`);
    expect(text).toContain(user);
  });
});

describe('restoring', () => {
  it('leaves a keyring that is already there as it is', async () => {
    const folder = await emptyFolder();
    const keyring = await openCheaply(folder).forUser(user);
    const other = await openCheaply(await emptyFolder()).forUser(user);
    await expect(openCheaply(folder).restore(user, other.phrase())).rejects.toThrow('already is a keyring');
    expect((await openCheaply(folder).forUser(user)).phrase()).toBe(keyring.phrase());
  });

  it('refuses wrong words and makes nothing', async () => {
    const folder = await emptyFolder();
    await expect(openCheaply(folder).restore(user, 'abandon '.repeat(24))).rejects.toThrow(
      'Check that each is right',
    );
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
  });
});

describe('a keyring under a passphrase of its owner', () => {
  const phrase = `${'zoo '.repeat(23)}vote`;

  it('opens with it alone, and slows down who guesses', async () => {
    const folder = await emptyFolder();
    await openCheaply(folder).restore(user, phrase, passphrase);
    let now = 0;
    const keyrings = openCheaply(folder, { now: () => now });
    await expect(keyrings.forUser(user)).rejects.toMatchObject({ code: 'locked' });
    for (const seconds of [1, 2, 4, 8]) {
      await expect(keyrings.unlock(user, 'wrong')).rejects.toThrow(`Try again in ${seconds} s`);
      await expect(keyrings.unlock(user, passphrase)).rejects.toMatchObject({ code: 'wait' });
      now += seconds * 1000;
    }
    const keyring = await keyrings.unlock(user, passphrase);
    expect(keyring.phrase()).toBe(phrase);
    expect(await keyrings.forUser(user)).toBe(keyring);
  });

  it('lets one of fifty guesses at once through', async () => {
    const folder = await emptyFolder();
    await openCheaply(folder).restore(user, phrase, passphrase);
    const keyrings = openCheaply(folder, { now: () => 0 });
    const guesses = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => keyrings.unlock(user, `guess ${i}`)),
    );
    const codes = guesses.map((guess) =>
      guess.status === 'rejected' ? (guess.reason as { code: string }).code : 'open',
    );
    expect(codes.filter((code) => code === 'wrong-passphrase')).toHaveLength(1);
    expect(codes.filter((code) => code === 'wait')).toHaveLength(49);
  });

  it('locks after a quarter of an hour without a question, not before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const keyrings = openCheaply(await emptyFolder());
    const keyring = await keyrings.restore(user, phrase, passphrase);
    await vi.advanceTimersByTimeAsync(idleLimit - 1);
    await keyrings.forUser(user);
    await vi.advanceTimersByTimeAsync(idleLimit - 1);
    expect(keyring.phrase()).toBe(phrase);
    await vi.advanceTimersByTimeAsync(1);
    expect(() => keyring.phrase()).toThrow('locked');
    expect(() => keyring.queryKey(schema, 1)).toThrow('locked');
    await expect(keyrings.forUser(user)).rejects.toMatchObject({ code: 'locked' });
  });

  it('does not hide behind a passphrase file that says something else', async () => {
    const folder = await emptyFolder();
    await openCheaply(folder).restore(user, phrase, passphrase);
    await writeFile(join(folder, `${user}.passphrase`), 'something else\n');
    await expect(openCheaply(folder).forUser(user)).rejects.toMatchObject({ code: 'wrong-passphrase' });
  });
});

describe('a keyring file that somebody changed', () => {
  type Written = Record<string, string | number>;
  const changed = async (change: (file: Written) => Written | string) => {
    const folder = await emptyFolder();
    await openCheaply(folder).forUser(user);
    const path = join(folder, `${user}.json`);
    const file = change(JSON.parse(await readFile(path, 'utf8')) as Written);
    await writeFile(path, typeof file === 'string' ? file : JSON.stringify(file));
    const opening = openCheaply(folder).forUser(user);
    return { opening, path };
  };
  const flipped = (text: unknown) => {
    const bytes = Buffer.from(String(text), 'base64');
    bytes[bytes.length - 1] = bytes[bytes.length - 1]! ^ 1;
    return bytes.toString('base64');
  };

  it.each<[string, (file: Written) => Written]>([
    ['to a single pass', (file) => ({ ...file, passes: 1 })],
    ['to less memory', (file) => ({ ...file, memory: 19_456 })],
    ['to fewer lanes', (file) => ({ ...file, lanes: 1 })],
  ])('%s is refused before the passphrase is used', async (_, change) => {
    await expect((await changed(change)).opening).rejects.toMatchObject({ code: 'weakened' });
  });

  it.each<[string, (file: Written) => Written]>([
    ['to more passes', (file) => ({ ...file, passes: 4 })],
    ['in its salt', (file) => ({ ...file, salt: flipped(file.salt) })],
    ['in what is sealed', (file) => ({ ...file, sealed: flipped(file.sealed) })],
    ['to nothing sealed', (file) => ({ ...file, sealed: '' })],
  ])('%s does not open', async (_, change) => {
    await expect((await changed(change)).opening).rejects.toMatchObject({ code: 'wrong-passphrase' });
  });

  it.each<[string, (file: Written) => Written | string]>([
    ['to another user', (file) => ({ ...file, user: schema })],
    ['to another version', (file) => ({ ...file, version: 2 })],
    ['to another function', (file) => ({ ...file, kdf: 'scrypt' })],
    ['to exhaust the machine', (file) => ({ ...file, memory: 2 ** 40 })],
    ['to a short salt', (file) => ({ ...file, salt: 'AAAA' })],
    ['to half a file', (file) => JSON.stringify(file).slice(0, 80)],
    ['to nothing', () => ''],
  ])('%s is called damaged, and stays where it is', async (_, change) => {
    const { opening, path } = await changed(change);
    const before = await readFile(path, 'utf8');
    await expect(opening).rejects.toMatchObject({ code: 'damaged' });
    expect(await readFile(path, 'utf8')).toBe(before);
  });

  it('while it is in use is never overwritten', async () => {
    const folder = await emptyFolder();
    const keyring = await openCheaply(folder).forUser(user);
    await rm(join(folder, `${user}.json`));
    const other = await openCheaply(folder).forUser(user);
    await expect(keyring.keepOverride(schema, 'name', Buffer.alloc(32))).rejects.toThrow('was replaced');
    expect((await openCheaply(folder).forUser(user)).phrase()).toBe(other.phrase());
  });
});
