/** Files of a keyring that are deleted, damaged or replaced while it is open. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { emptyFolder, openKeyringsCheaply, schema, user } from './support.ts';

const key = Buffer.alloc(32, 5);
const gone = async (path: string) => {
  for (const file of [path, `${path}.copy`]) await rm(file);
};
const open = async () => {
  const folder = await emptyFolder();
  const report = vi.fn();
  const keyrings = openKeyringsCheaply(folder, { report });
  const keyring = await keyrings.forUser(user);
  await keyring.addOverride(schema, 'name', new Map([[1, key]]));
  report.mockClear();
  return { folder, report, keyrings, keyring, path: join(folder, `${user}.json`) };
};

it('writes a deleted file again at the next use, and reports it once', async () => {
  const { folder, report, keyrings, keyring, path } = await open();
  await gone(path);
  expect(await keyrings.forUser(user)).toBe(keyring);
  await keyrings.forUser(user);
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('its file was gone'));
  expect((await openKeyringsCheaply(folder).existing(user)).fieldKey(schema, 'name', 1)).toEqual(key);
});

it('writes a deleted file again with the next change', async () => {
  const { folder, keyring, path } = await open();
  await gone(path);
  await keyring.addOverride(schema, 'email', new Map([[1, key]]));
  expect((await openKeyringsCheaply(folder).existing(user)).overrides()).toEqual([
    `${schema}:email`,
    `${schema}:name`,
  ]);
});

it('sets a damaged file aside and writes the open keyring again', async () => {
  const { folder, report, keyrings, path } = await open();
  await writeFile(path, 'not a keyring');
  await keyrings.forUser(user);
  const aside = (await readdir(folder)).find((name) => name.includes('.damaged-'))!;
  expect(await readFile(join(folder, aside), 'utf8')).toBe('not a keyring');
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(aside));
  expect((await openKeyringsCheaply(folder).existing(user)).fieldKey(schema, 'name', 1)).toEqual(key);
});

it('reads what another program wrote, without a restart', async () => {
  const { folder, keyrings, keyring } = await open();
  const lost = await openKeyringsCheaply(await emptyFolder()).forUser(user);
  await openKeyringsCheaply(folder).restore(user, lost.phrase());
  await keyrings.forUser(user);
  expect(keyring.phrases()[0]).toBe(lost.phrase());
});

it('joins a keyring that was restored in its place while it was open', async () => {
  const { folder, report, keyrings, keyring, path } = await open();
  const before = keyring.phrase();
  const lost = await openKeyringsCheaply(await emptyFolder()).forUser(user);
  await gone(path);
  await openKeyringsCheaply(folder).restore(user, lost.phrase());
  await keyrings.forUser(user);
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('the keys of both'));
  const later = await openKeyringsCheaply(folder).existing(user);
  expect(later.phrases()).toEqual([lost.phrase(), before]);
  expect(later.fieldKey(schema, 'name', 1)).toEqual(key);
});

it('creates a passphrase file again when it was deleted', async () => {
  const { folder, report, keyrings, keyring } = await open();
  await gone(join(folder, `${user}.passphrase`));
  await keyrings.forUser(user);
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Created a new passphrase file'));
  expect((await openKeyringsCheaply(folder).existing(user)).phrase()).toBe(keyring.phrase());
});

it('keeps the passphrase where no file can be created for another one', async () => {
  const { folder, report, keyrings, keyring } = await open();
  const path = join(folder, `${user}.passphrase`);
  const passphrase = await readFile(path, 'utf8');
  await writeFile(path, '');
  await rm(`${path}.copy`);
  await keyrings.forUser(user);
  expect(report).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining(`The passphrase file ${path} is empty.`),
  );
  await writeFile(path, passphrase);
  expect((await openKeyringsCheaply(folder).existing(user)).phrase()).toBe(keyring.phrase());
});
