/** Certificates for test servers. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a key and a self-signed certificate for localhost in a folder.
 * @returns both in one PEM.
 */
export function createCertificate(folder: string): string {
  const [key, crt] = [join(folder, 'key'), join(folder, 'crt')];
  const options = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost';
  execFileSync('openssl', [...options.split(' '), '-keyout', key, '-out', crt], { stdio: 'ignore' });
  return readFileSync(crt, 'utf8') + readFileSync(key, 'utf8');
}
