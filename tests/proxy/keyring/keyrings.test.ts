import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { minCost, type PassphraseCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import type { Keyring } from '@cloakroom/proxy/keyring/keyring.ts';
import { emptyFolder, openKeyringsCheaply, schema, user } from './support.ts';

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

describe('a first use', () => {
  it('makes a private keyring file and a private passphrase file, and reports it', async () => {
    const folder = await emptyFolder();
    const report = vi.fn();
    await openKeyringsCheaply(folder, { report }).forUser(user);
    expect((await readdir(folder)).sort()).toEqual([
      `${user}.json`,
      `${user}.json.copy`,
      `${user}.passphrase`,
      `${user}.passphrase.copy`,
    ]);
    for (const name of await readdir(folder))
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect(report).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining(join(folder, `${user}.passphrase`)),
    );
  });

  it('makes one keyring for twenty calls at once', async () => {
    const keyrings = openKeyringsCheaply(await emptyFolder());
    const asked = await Promise.all(Array.from({ length: 20 }, () => keyrings.forUser(user)));
    expect(new Set(asked).size).toBe(1);
  });

  it('gives two programs that start together the same keys', async () => {
    const folder = await emptyFolder();
    const [one, other] = await Promise.all([
      openKeyringsCheaply(folder).forUser(user),
      openKeyringsCheaply(folder).forUser(user),
    ]);
    expect(one.phrase()).toBe(other.phrase());
  });

  it('hashes a chosen passphrase at a higher cost than a random one', async () => {
    const folder = await emptyFolder();
    const dear = { ...minCost, passes: minCost.passes + 1 };
    const costIn = async (name: string) => {
      const { memory, passes, lanes } = JSON.parse(
        await readFile(join(folder, `${name}.json`), 'utf8'),
      ) as PassphraseCost;
      return { memory, passes, lanes };
    };
    const keyring = await openKeyringsCheaply(folder, { cost: dear }).forUser(user);
    expect(await costIn(user)).toEqual(minCost);
    await keyring.setPassphrase({ text: passphrase, random: false });
    expect(await costIn(user)).toEqual(dear);

    const [named, left] = ['22222222222222222222A9', '22222222222222222222B9'];
    const passphraseFile = join(folder, 'mine');
    await writeFile(passphraseFile, passphrase);
    await openKeyringsCheaply(folder, { cost: dear, passphraseFile }).forUser(named);
    expect(await costIn(named)).toEqual(dear);
    await writeFile(join(folder, `${left}.passphrase`), passphrase);
    await openKeyringsCheaply(folder, { cost: dear }).forUser(left);
    expect(await costIn(left)).toEqual(dear);
  });

  it.each(['', '../../etc/passwd', `${user}/`, 'short', `${user}\n`])(
    'refuses "%s" as a user',
    async (name) => {
      await expect(openKeyringsCheaply(await emptyFolder()).forUser(name)).rejects.toThrow('user id');
    },
  );

  it('takes the passphrase from the file that the settings name, or reports that it is missing', async () => {
    const folder = await emptyFolder();
    const passphraseFile = join(folder, 'mine');
    const keyrings = openKeyringsCheaply(folder, { passphraseFile });
    await expect(keyrings.forUser(user)).rejects.toThrow(`no passphrase file ${passphraseFile}`);
    await mkdir(folder);
    await writeFile(passphraseFile, '\n');
    await expect(keyrings.forUser(user)).rejects.toThrow('empty');
    await writeFile(passphraseFile, `${passphrase}\r\n`);
    const made = await keyrings.forUser(user);
    await rm(passphraseFile);
    expect((await openKeyringsCheaply(folder).unlock(user, passphrase)).phrase()).toBe(made.phrase());
  });
});

describe('keys', () => {
  it('are the same after a restart, and a thousand of them differ', async () => {
    const folder = await emptyFolder();
    const before = someKeys(await openKeyringsCheaply(folder).forUser(user));
    expect(new Set(before).size).toBe(1000);
    expect(someKeys(await openKeyringsCheaply(folder).forUser(user))).toEqual(before);
  });

  it('received from others take precedence over own ones until they are dropped, and survive a restart', async () => {
    const folder = await emptyFolder();
    const keyring = await openKeyringsCheaply(folder).forUser(user);
    const own = keyring.fieldKey(schema, 'name', 1);
    const received = Buffer.alloc(32, 9);
    await Promise.all([
      keyring.addOverride(schema, 'name', new Map([[1, received]])),
      keyring.addOverride(schema, '__query', new Map([[1, received]])),
    ]);
    const later = await openKeyringsCheaply(folder).forUser(user);
    expect(later.overrides()).toEqual([`${schema}:__query`, `${schema}:name`]);
    expect(later.fieldKey(schema, 'name', 1)).toEqual(received);
    expect(later.queryKey(schema, 1)).toEqual(received);
    expect(later.fieldKey(schema, 'email', 1)).not.toEqual(received);
    expect(await later.dropOverride(`${schema}:name`)).toBe(true);
    expect(await later.dropOverride(`${schema}:name`)).toBe(false);
    expect(later.fieldKey(schema, 'name', 1)).toEqual(own);
  });

  it('that two programs receive are both stored', async () => {
    const folder = await emptyFolder();
    const proxy = await openKeyringsCheaply(folder).forUser(user);
    const command = await openKeyringsCheaply(folder).forUser(user);
    await command.addOverride(schema, 'email', new Map([[1, Buffer.alloc(32, 1)]]));
    await proxy.addOverride(schema, 'name', new Map([[1, Buffer.alloc(32, 2)]]));
    expect(proxy.overrides()).toEqual([`${schema}:email`, `${schema}:name`]);
  });

  it('of later generations are stored beside the earlier ones, each for its own', async () => {
    const folder = await emptyFolder();
    const keyring = await openKeyringsCheaply(folder).forUser(user);
    const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const own = keyring.fieldKey(schema, 'name', 3);
    await keyring.addOverride(schema, 'name', new Map([[1, first]]));
    await keyring.addOverride(schema, 'name', new Map([[1, first], [2, second]])); // prettier-ignore
    const later = await openKeyringsCheaply(folder).forUser(user);
    expect([1, 2, 3].map((generation) => later.fieldKey(schema, 'name', generation))).toEqual([first, second, own]); // prettier-ignore
  });

  it('are never replaced by different ones: in that case nothing of what was received is stored', async () => {
    const keyring = await openKeyringsCheaply(await emptyFolder()).forUser(user);
    const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    await keyring.addOverride(schema, 'name', new Map([[2, second]]));
    const other = new Map([[1, first], [2, first]]); // prettier-ignore
    expect(await keyring.addOverride(schema, 'name', other)).toBe(false);
    expect(keyring.fieldKey(schema, 'name', 2)).toEqual(second);
    expect(keyring.fieldKey(schema, 'name', 1)).not.toEqual(first);
  });

  it('of the identity survive a restart, and are replaced only where the previous identity is named', async () => {
    const folder = await emptyFolder();
    const keyring = await openKeyringsCheaply(folder).forUser(user);
    const identity = (device: string) => ({
      device,
      signing: 'ab'.repeat(32),
      receiving: 'cd'.repeat(32),
      id: null,
    });
    expect(await keyring.setIdentity(identity('laptop'))).toEqual(identity('laptop'));
    expect(await keyring.setIdentity(identity('desktop'))).toEqual(identity('laptop'));
    expect((await openKeyringsCheaply(folder).forUser(user)).identity).toEqual(identity('laptop'));
    await keyring.setIdentity(identity('phone'), 'laptop');
    expect((await openKeyringsCheaply(folder).forUser(user)).identity).toEqual(identity('phone'));
  });
});

describe('a person', () => {
  const keys = (digit: string) => ({ signs: digit.repeat(64), receives: digit.repeat(64) });

  it('is known by the first identity that was accepted without comparing, and by those that were compared, also after a restart', async () => {
    const folder = await emptyFolder();
    const keyring = await openKeyringsCheaply(folder).forUser(user);
    expect(await keyring.trust('ada', keys('a'), null)).toBe(false);
    expect(await keyring.trust('ada', keys('a'), 'without comparing')).toBe(true);
    expect(await keyring.trust('ada', keys('b'), 'without comparing')).toBe(false);
    expect(await keyring.trust('grace', keys('b'), 'compared')).toBe(true);
    const mixed = { ...keys('d'), receives: keys('b').receives };
    expect(await keyring.trust('eve', mixed, 'compared')).toBe(false);
    expect(await keyring.trust('ada', keys('c'), 'compared')).toBe(true);
    const later = await openKeyringsCheaply(folder).forUser(user);
    expect(['a', 'b', 'c'].map((digit) => later.trusts('ada', keys(digit)))).toEqual([true, false, true]);
    expect(later.trusts('ada', { signs: keys('a').signs, receives: keys('c').receives })).toBe(false);
    expect(later.trusts('constructor', keys('a'))).toBe(false);
    expect(later.pinsOf('ada').map(({ compared }) => compared)).toEqual([false, true]);
    await later.trust('ada', keys('a'), 'compared');
    expect(later.pinsOf('ada').map(({ compared }) => compared)).toEqual([true, true]);
  });

  it('whose first two identities arrive at once is known by one of them', async () => {
    const keyring = await openKeyringsCheaply(await emptyFolder()).forUser(user);
    const seen = await Promise.all(
      ['a', 'b', 'c'].map((digit) => keyring.trust('ada', keys(digit), 'without comparing')),
    );
    expect(seen.filter(Boolean)).toHaveLength(1);
  });
});

describe('restoring', () => {
  it('joins an existing keyring: its keys, received keys, pins and identity stay, new keys come from the words', async () => {
    const folder = await emptyFolder();
    const keyring = await openKeyringsCheaply(folder).forUser(user);
    const lost = await openKeyringsCheaply(await emptyFolder()).forUser(user);
    const identity = { device: 'laptop', signing: 'ab'.repeat(32), receiving: 'cd'.repeat(32), id: 'one' };
    const pin = { signs: 'a'.repeat(64), receives: 'b'.repeat(64) };
    await keyring.addOverride(schema, 'name', new Map([[1, Buffer.alloc(32, 9)]]));
    await keyring.setIdentity(identity);
    await keyring.trust('grace', pin, 'compared');
    const short = {
      phrase: keyring.phrase(),
      key: keyring.queryKey(schema, 1),
      spool: keyring.spoolKey('job'),
    };

    await openKeyringsCheaply(folder).restore(user, lost.phrase());
    const joined = await openKeyringsCheaply(folder).existing(user);
    expect(joined.queryKey(schema, 1)).toEqual(lost.queryKey(schema, 1));
    expect(joined.queryKey(schema, 1, (key) => key.equals(short.key))).toEqual(short.key);
    expect(joined.spoolKeys('job')).toEqual([lost.spoolKey('job'), short.spool]);
    expect(joined.overrides()).toEqual([`${schema}:name`]);
    expect(joined.identity).toEqual(identity);
    expect(joined.trusts('grace', pin)).toBe(true);
    expect(joined.phrases()).toEqual([lost.phrase(), short.phrase]);
  });

  it('asks for the words of the joined keyring only if a schema uses its keys', async () => {
    const folder = await emptyFolder();
    const lost = await openKeyringsCheaply(await emptyFolder()).forUser(user);
    const keyrings = openKeyringsCheaply(folder);
    const keyring = await keyrings.forUser(user);
    const short = keyring.phrase();
    await keyrings.restore(user, lost.phrase(), { isNeeded: () => false });
    expect(keyring.phrases()).toEqual([lost.phrase()]);
    expect(keyring.phraseState).toBe('confirmed');
    await keyrings.restore(user, short);
    expect(keyring.phrases()).toEqual([lost.phrase(), short]);
    expect(keyring.phraseState).toBe('confirmed');

    const other = openKeyringsCheaply(await emptyFolder());
    const used = await other.forUser(user);
    const words = used.phrase();
    await other.restore(user, lost.phrase());
    expect([used.phraseState, used.phrase()]).toEqual(['unseen', words]);
    await used.setPhraseState('confirmed');
    expect([used.phraseState, used.phrase()]).toEqual(['confirmed', lost.phrase()]);
  });
});
