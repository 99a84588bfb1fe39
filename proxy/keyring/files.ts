/** The keyring's way to its files. */
export { readIfThere, replaceFile } from '#proxy/files.ts';
