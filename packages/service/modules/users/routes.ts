/** The signed-in user, and users of shared organizations by id and by e-mail address. */
import type { FastifyInstance } from 'fastify';
import { getSelf, getUser, getUserByName } from '@cloakroom/contract/users.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { requireId } from '../ids.ts';
import { userFor, visibleMember, visibleUser } from './repository.ts';

export function userRoutes(app: FastifyInstance, { database }: Deps): void {
  serve(app, getSelf, ({ request, query }) =>
    userFor(database, userOf(request), userOf(request), query.expand),
  );

  serve(app, getUser, async ({ request, params }) => {
    const user = await visibleMember(database, userOf(request), requireId(params.id, 'User'));
    if (!user) throw notFound('User');
    return user;
  });

  serve(app, getUserByName, async ({ request, params, query }) => {
    const user = await visibleUser(database, userOf(request), { email: params.name });
    if (!user) throw notFound('User');
    return userFor(database, userOf(request), user, query.expand);
  });
}
