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

/** The fenced code block of docs/operations.md in this language. */
export function documentedConfig(language: BalancerName): string {
  const docs = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const [, config] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(docs) ?? [];
  if (config === undefined) throw new Error(`docs/operations.md has no configuration of ${language}.`);
  return config;
}

type BalancerFiles = { folder: string; plain: number; tls: number; pem: string };

/** How a documented configuration runs on this machine: the adapted file, and the command that reads it. */
const setups: Record<
  BalancerName,
  (config: string, files: BalancerFiles) => [text: string, command: string[]]
> = {
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

/** Replaces every occurrence of `part`. @throws {Error} if there is none. */
export function replaced(text: string, part: string, replacement: string): string {
  if (!text.includes(part)) throw new Error(`The documented configuration no longer has "${part}".`);
  return text.replaceAll(part, replacement);
}

/**
 * Starts a balancer in front of two services, with the documented configuration.
 * @param services - their addresses.
 * @param change - changes the configuration.
 */
export async function startBalancer(
  name: BalancerName,
  services: [one: string, two: string],
  change: (config: string) => string = (config) => config,
): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), `cloakroom-${name}-`));
  const files = { folder, plain: await freePort(), tls: await freePort(), pem: join(folder, 'pem') };
  writeFileSync(files.pem, createCertificate(folder));
  const hosts = services.map((url) => new URL(url).host);
  const documentedHosts = ['10.0.0.11:8000', '10.0.0.12:8000'];
  const config = documentedHosts.reduce(
    (text, address, index) => replaced(text, address, hosts[index] ?? ''),
    change(documentedConfig(name)),
  );
  const [text, [program = '', ...parameters]] = setups[name](config, files);
  writeFileSync(join(folder, 'config'), text);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, parameters, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${files.plain}`;
  await Promise.race([
    waitUntilOk(`${url}/api/health/`),
    ended.then(() => {
      throw new Error(`${name} ended: ${log}`);
    }),
  ]);
  return {
    url,
    tlsPort: files.tls,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
