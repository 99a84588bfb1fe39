/** Which console this is: its version, and the build that the page came from. */

const [version = '', id = ''] =
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content.split(' ') ?? [];

/** `id` changes with everything that the console is built from. Both are empty where no page was built, as in tests. */
export const build = { version, id } as const;
