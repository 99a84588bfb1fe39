/** The query parameter `expand`: references that are returned as objects instead of URLs. */

/** The paths to expand; `identity.user` includes `identity`. */
export function expansions(expand = ''): ReadonlySet<string> {
  const paths = expand.split(',').filter(Boolean);
  return new Set(
    paths.flatMap((path) => {
      const parts = path.split('.');
      return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
    }),
  );
}

/** The paths below `name`, relative to it: `user` for `identity.user` below `identity`; null if `name` is not expanded. */
export function expansionsBelow(expand: ReadonlySet<string>, name: string): ReadonlySet<string> | null {
  if (!expand.has(name)) return null;
  const prefix = `${name}.`;
  return new Set([...expand].flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : [])));
}
