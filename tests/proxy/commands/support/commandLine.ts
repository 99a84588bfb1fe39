/** The command line of an owner, in this process, before a proxy and the real service. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import type { Prompt } from '@cloakroom/proxy/commands/command.ts';
import { runCommandLine, type Outcome } from '@cloakroom/proxy/commands/commandLine.ts';
import { password } from '#tests/service/support/people.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { startProxyStack } from '../../support/proxyStack.ts';

/** Commands in this process. @param environment - read again for each command. */
export function commandLineWith(environment: () => NodeJS.ProcessEnv) {
  /** Runs one command. What it writes as it goes is at the beginning of its output. */
  async function cloakroom(words: string[], input = '', prompt?: Prompt): Promise<Outcome> {
    const output = new PassThrough();
    const written = buffer(output);
    const outcome = await runCommandLine({
      words,
      environment: environment(),
      input: Readable.from([Buffer.from(input)]),
      output,
      ...(prompt && { prompt }),
    });
    output.end();
    return { ...outcome, output: (await written).toString() + outcome.output };
  }
  return {
    cloakroom,
    /** Runs one command that must succeed, and parses its output. */
    reply: async <T extends z.ZodType>(shape: T, words: string[], input = ''): Promise<z.output<T>> => {
      const { code, output, errorText } = await cloakroom(words, input);
      if (code !== 0) throw new Error(errorText);
      return shape.parse(JSON.parse(output));
    },
  };
}

/** Starts service and proxy, and makes a folder for files. */
export async function startCommandLine() {
  const world = await startProxyStack();
  const { service, proxy, owner } = world;
  const folder = await temporaryFolder();
  const environment = (more: NodeJS.ProcessEnv = {}) => ({
    ...process.env,
    CLOAKROOM_EMAIL: owner.user.email,
    CLOAKROOM_PASSWORD: password,
    PROXY_PORT: new URL(proxy.url).port,
    UPSTREAM: service.url,
    DATA_DIR: join(folder, 'data'),
    ...more,
  });

  const { cloakroom, reply } = commandLineWith(environment);

  return {
    world,
    folder,
    environment,
    cloakroom,
    reply,
    file: async (name: string, content: string): Promise<string> => {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
    close: () => world.close(),
  };
}
