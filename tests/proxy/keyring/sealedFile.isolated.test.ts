import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { newContents } from '@cloakroom/proxy/keyring/contents.ts';
import { phraseOf, seedOf } from '@cloakroom/proxy/keyring/phrase.ts';
import { newLock, sealFile } from '@cloakroom/proxy/keyring/sealedFile.ts';
import { emptyFolder, openKeyringsCheaply, schema, user } from './support.ts';

const passphrase = 'correct horse battery staple';

describe('a copy of the folder in other hands', () => {
  it('contains no seed, words or received keys, and printing a keyring shows none', async () => {
    const folder = await emptyFolder();
    const keyring = await openKeyringsCheaply(folder).forUser(user);
    const received = Buffer.from('0123456789abcdef0123456789abcdef');
    await keyring.addOverride(schema, 'name', new Map([[1, received]]));
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

describe('a keyring of an earlier version', () => {
  it('opens with its received keys as those of the first generation, and its words not yet written down', async () => {
    const folder = await emptyFolder();
    const received = '07'.repeat(32);
    const old = {
      seed: 'ab'.repeat(32),
      created: new Date(0).toISOString(),
      overrides: { [`${schema}:name`]: received },
      pins: {},
      identity: { device: 'laptop', signing: 'ab'.repeat(32), receiving: 'cd'.repeat(32) },
    };
    const lock = await newLock(user, passphrase, minCost);
    await mkdir(folder);
    await writeFile(join(folder, `${user}.json`), sealFile(old as never, lock));
    const keyring = await openKeyringsCheaply(folder).unlock(user, passphrase);
    expect(keyring.fieldKey(schema, 'name', 1).toString('hex')).toBe(received);
    expect(keyring.fieldKey(schema, 'name', 2).toString('hex')).not.toBe(received);
    expect(keyring.phraseState).toBe('unseen');
    expect(keyring.identity).toEqual({ ...old.identity, id: null });
  });
});

describe('a keyring file that version 1 of the format wrote', () => {
  const file = 'tests/proxy/keyring/fixtures/version1.json';

  it('opens with its whole content, and is written as version 3 with the next change', async () => {
    const folder = await emptyFolder();
    await mkdir(folder);
    await copyFile(file, join(folder, `${user}.json`));
    const opened = await openKeyringsCheaply(folder).unlock(user, passphrase);
    await opened.addOverride(schema, 'email', new Map([[1, Buffer.alloc(32, 3)]]));
    for (const keyring of [opened, await openKeyringsCheaply(folder).unlock(user, passphrase)]) {
      expect(keyring.phrase()).toBe(phraseOf(Buffer.alloc(32, 11)));
      expect(keyring.phraseState).toBe('confirmed');
      expect(keyring.queryKey(schema, 1).toString('hex')).toBe(
        '32ee464e6159fdbb67a9be925ba8f2830f1c364f227e83ca2d27e1543234cff7',
      );
      expect(keyring.fieldKey(schema, 'name', 2)).toEqual(Buffer.alloc(32, 2));
      expect(keyring.trusts('grace', { signs: 'a'.repeat(64), receives: 'b'.repeat(64) })).toBe(true);
      expect(keyring.identity).toMatchObject({ device: 'laptop', id: 'one' });
      expect(keyring.overrides()).toEqual([`${schema}:email`, `${schema}:name`]);
    }
  });
});

describe('the contents of a keyring', () => {
  const written = async (contents: object) => {
    const folder = await emptyFolder();
    const lock = await newLock(user, passphrase, minCost);
    await mkdir(folder);
    await writeFile(join(folder, `${user}.json`), sealFile(contents as never, lock));
    return openKeyringsCheaply(folder).unlock(user, passphrase);
  };

  it('of a later version are refused by version', async () => {
    await expect(written({ version: 4, seeds: [] })).rejects.toMatchObject({
      code: 'version',
      message: expect.stringContaining('version 4') as string,
    });
  });

  it('of version 2 are read: pins stay, and count as not compared', async () => {
    const pin = { signs: 'a'.repeat(64), receives: 'b'.repeat(64) };
    const seed = { seed: 'ab'.repeat(32), created: new Date(0).toISOString(), phrase: 'confirmed' };
    const old = { version: 2, seeds: [seed], overrides: {}, pins: { grace: [pin] }, identity: null };
    const keyring = await written(old);
    expect(keyring.trusts('grace', pin)).toBe(true);
    expect(keyring.pinsOf('grace')).toEqual([{ ...pin, compared: false }]);
    await keyring.addOverride(schema, 'email', new Map([[1, Buffer.alloc(32, 3)]]));
    expect(keyring.pinsOf('grace')).toEqual([{ ...pin, compared: false }]);
  });

  it('that are no keyring are reported as damaged, not as a failure of the program', async () => {
    await expect(written({ version: 2 })).rejects.toMatchObject({ code: 'damaged' });
  });
});

describe('a keyring file that was changed', () => {
  type Written = Record<string, string | number>;
  const changed = async (change: (file: Written) => Written | string) => {
    const folder = await emptyFolder();
    await openKeyringsCheaply(folder).forUser(user);
    const path = join(folder, `${user}.json`);
    const file = change(JSON.parse(await readFile(path, 'utf8')) as Written);
    // If only one of the two is damaged, the other one is used.
    for (const one of [path, `${path}.copy`])
      await writeFile(one, typeof file === 'string' ? file : JSON.stringify(file));
    return { open: () => openKeyringsCheaply(folder).forUser(user), path };
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
    const { open } = await changed(change);
    await expect(open()).rejects.toMatchObject({ code: 'weakened' });
  });

  it.each<[string, (file: Written) => Written]>([
    ['to more passes', (file) => ({ ...file, passes: 4 })],
    ['in its salt', (file) => ({ ...file, salt: flipped(file.salt) })],
    ['in what is sealed', (file) => ({ ...file, sealed: flipped(file.sealed) })],
    ['to nothing sealed', (file) => ({ ...file, sealed: '' })],
  ])('%s does not open', async (_, change) => {
    const { open } = await changed(change);
    await expect(open()).rejects.toMatchObject({ code: 'unfit' });
  });

  it.each<[string, (file: Written) => Written | string]>([
    ['to another user', (file) => ({ ...file, user: schema })],
    ['to another function', (file) => ({ ...file, kdf: 'scrypt' })],
    ['to exhaust the machine', (file) => ({ ...file, memory: 2 ** 40 })],
    ['to a short salt', (file) => ({ ...file, salt: 'AAAA' })],
    ['to half a file', (file) => JSON.stringify(file).slice(0, 80)],
    ['to nothing', () => ''],
  ])('%s is reported as damaged, and left unchanged', async (_, change) => {
    const { open, path } = await changed(change);
    const before = await readFile(path, 'utf8');
    await expect(open()).rejects.toMatchObject({ code: 'damaged' });
    expect(await readFile(path, 'utf8')).toBe(before);
  });

  it('to a later version is refused by version, and left unchanged', async () => {
    const { open, path } = await changed((file) => ({ ...file, version: 7 }));
    const before = await readFile(path, 'utf8');
    await expect(open()).rejects.toMatchObject({
      code: 'version',
      message: expect.stringContaining('has version 7 of the format') as string,
    });
    expect(await readFile(path, 'utf8')).toBe(before);
  });

  it('while it is in use is not overwritten with its copy', async () => {
    const folder = await emptyFolder();
    const keyring = await openKeyringsCheaply(folder).forUser(user);
    const other = await openKeyringsCheaply(await emptyFolder()).restore(user, keyring.phrase(), {
      passphrase: 'another one',
    });
    const path = join(folder, `${user}.json`);
    const lock = await newLock(user, passphrase, minCost);
    const text = sealFile(newContents(seedOf(other.phrase()), new Date(0), 'confirmed'), lock);
    await writeFile(path, text);
    await expect(keyring.setPhraseState('confirmed')).rejects.toThrow('was replaced');
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('while it is in use is never overwritten', async () => {
    const folder = await emptyFolder();
    const keyring = await openKeyringsCheaply(folder).forUser(user);
    for (const name of [`${user}.json`, `${user}.json.copy`]) await rm(join(folder, name));
    const other = await openKeyringsCheaply(folder).forUser(user);
    await expect(keyring.addOverride(schema, 'name', new Map([[1, Buffer.alloc(32)]]))).rejects.toThrow(
      'was replaced',
    );
    expect((await openKeyringsCheaply(folder).forUser(user)).phrase()).toBe(other.phrase());
  });
});
