/** The service as one value: everything it serves, nothing it needs from the environment. */
import fastifyCookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { problemHandler } from '#host/problemHandler.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import { outageOf } from './db/outage.ts';
import type { Deps } from './deps.ts';
import { createPasswords, type Passwords } from './modules/accounts/passwords.ts';
import { datasetRoutes } from './modules/datasets/routes.ts';
import type { Mail } from './modules/mail/mail.ts';
import { recordRoutes } from './modules/records/routes.ts';
import { schemaRoutes } from './modules/schemas/routes.ts';
import { segmentRoutes } from './modules/segments/routes.ts';
import { teamRoutes } from './modules/teams/routes.ts';
import { authentication } from './plugins/authentication.ts';

/** Build the service on its surroundings. It listens nowhere yet; `app.inject` works at once. */
export async function buildService(given: {
  database: Database;
  config: Config;
  mail: Mail;
  passwords?: Passwords;
  clock?: () => number;
}): Promise<FastifyInstance> {
  const deps: Deps = { passwords: createPasswords(), clock: Date.now, ...given };
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(fastifyCookie);
  problemHandler(app, outageOf);
  authentication(app, deps);
  datasetRoutes(app, deps);
  schemaRoutes(app, deps);
  teamRoutes(app, deps);
  segmentRoutes(app, deps);
  recordRoutes(app, deps);
  return app;
}
