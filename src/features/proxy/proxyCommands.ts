/** The commands that install, start and check the proxy. */

export const systems = [
  { value: 'unix', label: 'macOS or Linux', icon: 'code' },
  { value: 'windows', label: 'Windows', icon: 'table' },
] as const;
export type System = (typeof systems)[number]['value'];

/** The system of a browser. */
export const systemOf = (userAgent: string): System => (userAgent.includes('Windows') ? 'windows' : 'unix');

type Addresses = {
  /** The address of the service; undefined if the page doesn't know it. */
  service: string | undefined;
  proxyUrl: string;
};

/** The port of an address without a path. Browsers omit the default port. */
const portOf = (url: string): string => {
  const { port, protocol } = new URL(url);
  return port || (protocol === 'https:' ? '443' : '80');
};

const defaultPort = '8080';

/** Commands for PowerShell on Windows, and for a shell elsewhere. */
export function proxyCommands(system: System, { service = 'https://…', proxyUrl }: Addresses) {
  const port = portOf(proxyUrl);
  const settings = [['UPSTREAM', service], ...(port === defaultPort ? [] : [['PROXY_PORT', port]])];
  const program = 'npx tsx packages/proxy/main.ts';
  return system === 'windows'
    ? {
        install: 'npm ci; npm run build',
        start: [...settings.map(([name, value]) => `$env:${name}='${value}'`), program].join('; '),
        check: 'npx cloakroom status',
      }
    : {
        install: 'npm ci && npm run build',
        start: [...settings.map(([name, value]) => `${name}=${value}`), program].join(' '),
        check: 'npx cloakroom status',
      };
}
