/** The `expand` of a request: which references are answered as objects. */

/** The paths it names; with `identity.user` the identity itself is meant too. */
export function expansions(expand = ''): ReadonlySet<string> {
  const paths = expand.split(',').filter(Boolean);
  return new Set(
    paths.flatMap((path) => {
      const parts = path.split('.');
      return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
    }),
  );
}

/** What is asked for below `name`, seen from there: `user` for `identity.user` below `identity`; null when `name` stays a URL. */
export function below(expand: ReadonlySet<string>, name: string): ReadonlySet<string> | null {
  if (!expand.has(name)) return null;
  const prefix = `${name}.`;
  return new Set([...expand].flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : [])));
}
