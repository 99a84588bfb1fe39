/** Real load balancers on loopback, configured as docs/operations.md says. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntilOk, freePort } from '../stack.ts';
import { createCertificate } from './certificate.ts';

export type BalancerName = 'nginx' | 'haproxy' | 'caddy';
export const balancerNames: BalancerName[] = ['nginx', 'haproxy', 'caddy'];

export type Balancer = {
  /** The http address. */
  url: string;
  /** The https port, with an untrusted certificate. */
  tlsPort: number;
  close: () => Promise<void>;
};

/** The fenced code block of the docs in this language. */
export function documentedConfig(language: BalancerName): string {
  const docs = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const [, config] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(docs) ?? [];
  if (config === undefined) throw new Error(`docs/operations.md has no configuration of ${language}.`);
  return config;
}

type Places = { folder: string; plain: number; tls: number; pem: string };

/** How a configuration of the docs is run on this machine: the file, and the command that reads it. */
const setups: Record<BalancerName, (config: string, places: Places) => [text: string, command: string[]]> = {
  nginx: (config, { folder, plain, tls, pem }) => [
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http {
access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((use) => `${use}_temp_path ${folder}/${use};`).join('\n')}
${replaced(replaced(config, 'listen 443 ssl;', `listen 127.0.0.1:${tls} ssl; listen 127.0.0.1:${plain};`), '/etc/ssl/cloakroom.pem', pem)}
}`,
    ['/usr/sbin/nginx', '-p', folder, '-e', 'stderr', '-c', join(folder, 'config')],
  ],
  haproxy: (config, { folder, plain, tls, pem }) => [
    replaced(
      config,
      'bind :443 ssl crt /etc/ssl/cloakroom.pem',
      `bind 127.0.0.1:${tls} ssl crt ${pem}\n  bind 127.0.0.1:${plain}`,
    ),
    ['/usr/sbin/haproxy', '-db', '-f', join(folder, 'config')],
  ],
  caddy: (config, { folder, plain, tls, pem }) => [
    `{
admin off
auto_https disable_redirects
}
${replaced(config, 'cloakroom.example {', '(site) {')}
https://localhost:${tls} {
  tls ${pem} ${pem}
  import site
}
http://:${plain} {
  bind 127.0.0.1
  import site
}`,
    ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'config')],
  ],
};

/** A text with each occurrence of a part replaced. @throws {Error} when it has none. */
export function replaced(text: string, part: string, by: string): string {
  if (!text.includes(part)) throw new Error(`The configuration of the docs has no "${part}" any more.`);
  return text.replaceAll(part, by);
}

/**
 * Starts a balancer before two services, with the docs' configuration.
 * @param services - their ports.
 * @param change - breaks the configuration.
 */
export async function startBalancer(
  name: BalancerName,
  services: [one: string, two: string],
  change: (config: string) => string = (config) => config,
): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), `cloakroom-${name}-`));
  const places = { folder, plain: await freePort(), tls: await freePort(), pem: join(folder, 'pem') };
  writeFileSync(places.pem, createCertificate(folder));
  const hosts = services.map((url) => new URL(url).host);
  const before = ['10.0.0.11:8000', '10.0.0.12:8000'];
  const config = before.reduce(
    (text, address, at) => replaced(text, address, hosts[at] ?? ''),
    change(documentedConfig(name)),
  );
  const [text, [program = '', ...words]] = setups[name](config, places);
  writeFileSync(join(folder, 'config'), text);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${places.plain}`;
  await Promise.race([
    waitUntilOk(`${url}/api/health/`),
    ended.then(() => {
      throw new Error(`${name} ended: ${log}`);
    }),
  ]);
  return {
    url,
    tlsPort: places.tls,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
