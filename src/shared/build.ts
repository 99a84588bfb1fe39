/** The version and the build of this console. */

const [version = '', id = ''] =
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content.split(' ') ?? [];

/** `id` is a hash of the build. Both are empty if the page was not built, as in tests. */
export const build = { version, id } as const;
