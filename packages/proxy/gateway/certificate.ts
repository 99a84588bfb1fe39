/** The certificate of a proxy that serves HTTPS: read from files at the start, and again when they change. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import type { ReportProblem } from '@cloakroom/server-kit/mirroredFile.ts';

/** How often the files are read. */
const reloadIntervalMs = 60_000;

type Pem = { cert: string; key: string };

export type Certificate = {
  present: Pem;
  /** Calls back with each later pair that the files contain. @returns a function that stops watching. */
  watch: (onChanged: (pem: Pem) => void) => () => void;
};

export type CertificateFiles = { certFile: string; keyFile: string };

/**
 * Reads a certificate and its key.
 * @param report - called with a sentence if later files can't be used; the previous pair stays in use.
 * @throws {StartupError} naming the settings, if the files can't be read or don't belong together.
 */
export async function openCertificate(
  files: CertificateFiles,
  report: ReportProblem,
  intervalMs = reloadIntervalMs,
): Promise<Certificate> {
  const present = await readPair(files);
  return {
    present,
    watch: (onChanged) => {
      let known = present;
      let lastProblem = '';
      const check = async () => {
        try {
          const read = await readPair(files);
          lastProblem = '';
          if (read.cert === known.cert && read.key === known.key) return;
          known = read;
          onChanged(read);
        } catch (error) {
          const problem = (error as Error).message;
          if (problem !== lastProblem) report(`${problem} The previous certificate stays in use.`);
          lastProblem = problem;
        }
      };
      const timer = setInterval(() => void check(), intervalMs).unref();
      return () => clearInterval(timer);
    },
  };
}

/** @throws {StartupError} */
async function readPair({ certFile, keyFile }: CertificateFiles): Promise<Pem> {
  const [cert, key] = [await readPem(certFile, 'PROXY_TLS_CERT'), await readPem(keyFile, 'PROXY_TLS_KEY')];
  try {
    // A context can be created from an empty file too, such as one that is being written.
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
      throw new Error('the key belongs to another certificate');
    createSecureContext({ cert, key });
  } catch (cause) {
    throw new StartupError(
      `PROXY_TLS_CERT and PROXY_TLS_KEY: ${certFile} and ${keyFile} are not a PEM certificate and its key (${(cause as Error).message}).`,
      { cause },
    );
  }
  return { cert, key };
}

const readPem = (path: string, setting: string): Promise<string> =>
  readFile(path, 'utf8').catch((cause: unknown) => {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new StartupError(
      `${setting}: the file ${path} can’t be read (${code}). Correct the path, or let this user read it.`,
      { cause },
    );
  });

/** Makes the app use changed certificates for new connections, and its cookies secure. */
export function useTls(app: FastifyInstance, certificate: Certificate): void {
  const server = app.server as unknown as Server;
  const unwatch = certificate.watch((pem) => server.setSecureContext(pem));
  app.addHook('onClose', () => unwatch());
  app.addHook('onSend', async (_request, reply) => {
    const cookies = [reply.getHeader('set-cookie') ?? []].flat();
    if (cookies.length === 0) return;
    reply.removeHeader('set-cookie');
    reply.header(
      'set-cookie',
      cookies.map((cookie) => `${String(cookie)}; Secure`),
    );
  });
}
