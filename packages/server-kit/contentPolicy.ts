/** What a page of ours may load, and from where: this origin alone, and the integrations that the operator switched on. */

import type { Sources } from '@cloakroom/contract/integrations.ts';

/** The hash of the empty string: styled-components makes an empty style element before it fills it by script. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
const inlineStyle = "'unsafe-inline'";
const self = ["'self'"];
const none = ["'none'"];

/** Code from this origin only, framed by nobody, and no string ever becomes code or markup. */
export const ownSources: Sources = {
  'default-src': none,
  'script-src': self,
  'style-src': [...self, emptyStyle],
  'img-src': [...self, 'data:', 'blob:'],
  'font-src': self,
  'connect-src': self,
  'manifest-src': self,
  'worker-src': self,
  'frame-ancestors': none,
  'base-uri': none,
  'object-src': none,
  'form-action': self,
  'require-trusted-types-for': ["'script'"],
};

/** The console's page with what each integration needs besides; its workers and everything else keep to `ownSources`. */
export function pageSources(additional: readonly Sources[]): Sources {
  const sources: Record<string, readonly string[]> = { ...ownSources };
  for (const each of additional)
    for (const [directive, more] of Object.entries(each))
      sources[directive] = [...new Set([...(sources[directive] ?? []), ...more])];
  const styles = sources['style-src'] ?? [];
  // Beside a hash, browsers take no notice of it.
  if (styles.includes(inlineStyle)) sources['style-src'] = styles.filter((source) => source !== emptyStyle);
  return sources;
}

/** As the header says it. */
export const policyText = (sources: Sources): string =>
  Object.entries(sources)
    .map(([directive, values]) => [directive, ...values].join(' '))
    .join(';');
