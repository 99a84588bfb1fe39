/** The signed-in user, and users of shared organizations by e-mail address. */
import type { FastifyInstance } from 'fastify';
import { getSelf, getUserByName } from '@cloakroom/contract/users.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { userFor, visibleUser } from './repository.ts';

export function userRoutes(app: FastifyInstance, { database }: Deps): void {
  serve(app, getSelf, ({ request, query }) =>
    userFor(database, userOf(request), userOf(request), query.expand),
  );

  serve(app, getUserByName, async ({ request, params, query }) => {
    const user = await visibleUser(database, userOf(request), params.name);
    if (!user) throw notFound('User');
    return userFor(database, userOf(request), user, query.expand);
  });
}
