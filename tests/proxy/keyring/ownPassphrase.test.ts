import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { idleTimeoutMs } from '@cloakroom/proxy/keyring/keyrings.ts';
import { emptyFolder, openKeyringsCheaply, schema, user } from './support.ts';

const passphrase = 'correct horse battery staple';

afterEach(() => {
  vi.useRealTimers();
});

describe('a keyring under a passphrase of its owner', () => {
  const phrase = `${'zoo '.repeat(23)}vote`;

  it('opens with it alone, and slows down guesses', async () => {
    const folder = await emptyFolder();
    await openKeyringsCheaply(folder).restore(user, phrase, { passphrase });
    let now = 0;
    const keyrings = openKeyringsCheaply(folder, { now: () => now });
    await expect(keyrings.forUser(user)).rejects.toMatchObject({ code: 'locked' });
    await expect(keyrings.unlock(user, 'wrong')).rejects.toThrow('Try again in 1 s');
    await expect(keyrings.unlock(user, passphrase)).rejects.toMatchObject({ code: 'wait' });
    now += 1000;
    const keyring = await keyrings.unlock(user, passphrase);
    expect(keyring.phrase()).toBe(phrase);
    expect(await keyrings.forUser(user)).toBe(keyring);
  });

  it('delays the next guess by no more than a second when the time of day is set back', async () => {
    const folder = await emptyFolder();
    await openKeyringsCheaply(folder).restore(user, phrase, { passphrase });
    const time = Date.now();
    vi.setSystemTime(time);
    const keyrings = openKeyringsCheaply(folder);
    await expect(keyrings.unlock(user, 'wrong')).rejects.toMatchObject({ code: 'wrong-passphrase' });
    vi.setSystemTime(time - 60 * 60_000);
    await expect(keyrings.unlock(user, passphrase)).rejects.toThrow('Wait 1 s');
  });

  it('has the status locked also while other calls try to open it', async () => {
    const folder = await emptyFolder();
    await openKeyringsCheaply(folder).restore(user, phrase, { passphrase });
    const keyrings = openKeyringsCheaply(folder);
    for (let round = 0; round < 20; round++) {
      const [standing, refused] = await Promise.allSettled([keyrings.standing(user), keyrings.forUser(user)]);
      expect(standing).toEqual({ status: 'fulfilled', value: { keyring: null, passphrase: 'own' } });
      expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'locked' } });
    }
  });

  it('opens while other calls are refused because it is locked', async () => {
    const folder = await emptyFolder();
    await openKeyringsCheaply(folder).restore(user, phrase, { passphrase });
    for (let round = 0; round < 20; round++) {
      const keyrings = openKeyringsCheaply(folder);
      let isOpen = false;
      const others = Array.from({ length: 3 }, async () => {
        while (!isOpen)
          await keyrings
            .forUser(user)
            .catch((error: unknown) => expect(error).toMatchObject({ code: 'locked' }));
      });
      const keyring = await keyrings.unlock(user, passphrase).finally(() => (isOpen = true));
      await Promise.all(others);
      expect(await keyrings.forUser(user)).toBe(keyring);
    }
  });

  it('lets one of fifty simultaneous guesses through', async () => {
    const folder = await emptyFolder();
    await openKeyringsCheaply(folder).restore(user, phrase, { passphrase });
    const keyrings = openKeyringsCheaply(folder, { now: () => 0 });
    const guesses = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => keyrings.unlock(user, `guess ${i}`)),
    );
    const codes = guesses.map((guess) =>
      guess.status === 'rejected' ? (guess.reason as { code: string }).code : 'open',
    );
    expect(codes.filter((code) => code === 'wrong-passphrase')).toHaveLength(1);
    expect(codes.filter((code) => code === 'wait')).toHaveLength(49);
  });

  it('locks after a quarter of an hour without use, not before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const keyrings = openKeyringsCheaply(await emptyFolder());
    const keyring = await keyrings.restore(user, phrase, { passphrase });
    await vi.advanceTimersByTimeAsync(idleTimeoutMs - 1);
    await keyrings.forUser(user);
    await vi.advanceTimersByTimeAsync(idleTimeoutMs - 1);
    expect(keyring.phrase()).toBe(phrase);
    await vi.advanceTimersByTimeAsync(1);
    expect(() => keyring.phrase()).toThrow('locked');
    expect(() => keyring.queryKey(schema, 1)).toThrow('locked');
    await expect(keyrings.forUser(user)).rejects.toMatchObject({ code: 'locked' });
  });
});

describe('choosing a passphrase', () => {
  const ready = async () => {
    const folder = await emptyFolder();
    const keyrings = openKeyringsCheaply(folder);
    const keyring = await keyrings.forUser(user);
    await keyring.setPhraseState('confirmed');
    return { folder, keyrings, keyring };
  };

  it('removes the passphrase file, leaves the keyring open with its content, and locks it from then on', async () => {
    const { folder, keyrings, keyring } = await ready();
    await keyring.addOverride(schema, 'name', new Map([[1, Buffer.alloc(32, 7)]]));
    await keyrings.setPassphrase(user, passphrase);
    expect((await readdir(folder)).sort()).toEqual([`${user}.json`, `${user}.json.copy`]);
    await keyring.addOverride(schema, 'age', new Map([[1, Buffer.alloc(32, 8)]]));
    expect(await keyrings.standing(user)).toEqual({ keyring, passphrase: 'own' });
    keyrings.lock(user);
    expect(await keyrings.standing(user)).toEqual({ keyring: null, passphrase: 'own' });
    await expect(keyrings.forUser(user)).rejects.toMatchObject({ code: 'locked' });
    const again = await keyrings.unlock(user, passphrase);
    expect(again.overrides()).toEqual([`${schema}:age`, `${schema}:name`]);
  });

  it('requires the present one if there is one, and slows down guesses at it', async () => {
    const { folder, keyrings } = await ready();
    await keyrings.setPassphrase(user, passphrase);
    await expect(keyrings.setPassphrase(user, 'another one')).rejects.toMatchObject({
      code: 'wrong-passphrase',
    });
    await keyrings.setPassphrase(user, 'another one', passphrase);
    await expect(keyrings.setPassphrase(user, 'a third', passphrase)).rejects.toMatchObject({ code: 'wrong-passphrase' }); // prettier-ignore
    await expect(keyrings.setPassphrase(user, 'a third', 'another one')).rejects.toMatchObject({
      code: 'wait',
    });
    await openKeyringsCheaply(folder).unlock(user, 'another one');
  });

  it('is refused if the settings name one for all', async () => {
    const folder = await emptyFolder();
    const passphraseFile = join(folder, 'mine');
    await mkdir(folder);
    await writeFile(passphraseFile, passphrase);
    const keyrings = openKeyringsCheaply(folder, { passphraseFile });
    await (await keyrings.forUser(user)).setPhraseState('waived');
    await expect(keyrings.setPassphrase(user, 'another one')).rejects.toMatchObject({ code: 'setting' });
  });

  it('takes effect even if it was interrupted before the file was removed', async () => {
    const { folder, keyrings } = await ready();
    const old = await readFile(join(folder, `${user}.passphrase`), 'utf8');
    await keyrings.setPassphrase(user, passphrase);
    await writeFile(join(folder, `${user}.passphrase`), old);
    const later = openKeyringsCheaply(folder);
    expect(await later.standing(user)).toMatchObject({ keyring: null });
    await expect(later.forUser(user)).rejects.toMatchObject({ code: 'unfit' });
    await later.unlock(user, passphrase);
    expect((await readdir(folder)).sort()).toEqual([`${user}.json`, `${user}.json.copy`]);
  });

  it('locks the keyring after a quarter of an hour without use; reading its status does not count as use', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { keyrings } = await ready();
    await keyrings.setPassphrase(user, passphrase);
    await vi.advanceTimersByTimeAsync(idleTimeoutMs - 1);
    expect((await keyrings.standing(user)).keyring).not.toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect((await keyrings.standing(user)).keyring).toBeNull();
  });
});
