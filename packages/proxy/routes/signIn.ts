/** Routes that begin and end sessions and tokens. The service decides; the proxy stores its cookies. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { getCsrf, login, logout, signInWithProvider } from '@cloakroom/contract/accounts.ts';
import type { Endpoint, Reply } from '@cloakroom/contract/endpoint.ts';
import { changePassword, resetPassword } from '@cloakroom/contract/passwords.ts';
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import { createToken, refreshToken } from '@cloakroom/contract/tokens.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Credentials } from '../credentials.ts';
import { serviceCookies } from '../sessions/cookies.ts';
import { tokenLifeMs, type KeyringAccess } from '../sessions/keyringAccess.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { brokenContract, replyOf, type Upstream } from '../upstream.ts';
import { callerOf, requireCaller } from './serve.ts';
import { forwardedHeaders } from './forward.ts';
import { sendAnswer } from './serviceAnswer.ts';

type Deps = { upstream: Upstream; sessions: Sessions; access: KeyringAccess };
type Answer = Dispatcher.ResponseData;

/** The limit for the answer to one of these calls. */
const maxAnswerBytes = 64 * 1024;

export function signInRoutes(app: FastifyInstance, { upstream, sessions, access }: Deps): void {
  /** Forwards a call to the service, with the service's cookies instead of the proxy's. */
  const ask = (
    request: FastifyRequest,
    call: Endpoint,
    extraHeaders: Record<string, string> = {},
  ): Promise<Answer> => {
    const credentials = sessions.credentialsOf(request);
    const device = sessions.deviceOf(request);
    const cookie = [credentials.cookie, device && `device=${device}`].filter(Boolean).join('; ');
    const {
      'content-length': _,
      'accept-encoding': __,
      ...headers
    } = forwardedHeaders(request.headers, credentials);
    return upstream.request({
      method: call.method,
      path: call.path,
      headers: {
        ...headers,
        accept: 'application/json',
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie === '' ? {} : { cookie }),
        ...extraHeaders,
      },
      body: request.body === undefined ? null : JSON.stringify(request.body),
    });
  };

  /** Registers a call whose success is handled here; refusals of the service are forwarded. */
  const serve = <E extends Endpoint>(
    call: E,
    handler: (context: {
      request: FastifyRequest;
      reply: FastifyReply;
      body: E extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
      /** @returns the answer if it is a success; otherwise sends the refusal and returns null. */
      ask: (extraHeaders?: Record<string, string>) => Promise<{ content: Reply<E>; answer: Answer } | null>;
    }) => Promise<unknown>,
  ) =>
    app.route({
      method: call.method,
      url: call.path,
      onRequest: call.access === 'user' ? [requireCaller] : [],
      ...(call.body instanceof z.ZodType ? { schema: { body: call.body } } : {}),
      handler: async (request, reply) => {
        await handler({
          request,
          reply,
          body: request.body as never,
          async ask(extraHeaders) {
            const answer = await ask(request, call, extraHeaders);
            if (answer.statusCode === (call.status ?? 200))
              return { content: replyOf(call, await bytesOf(answer)), answer };
            await sendAnswer({ request, reply, call }, answer);
            return null;
          },
        });
        return reply;
      },
    });

  /** The user of new credentials, by the service. */
  const userOf = async (credentials: Credentials): Promise<string> => {
    const { id } = await upstream.call(getSelf, { credentials, query: {} });
    if (!shortIdPattern.test(id)) throw brokenContract(getSelf);
    return id;
  };

  /** Begins a session with the service's cookies. */
  const beginSession = async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    call: Endpoint,
    { headers }: Answer,
    proofFor: (user: string) => Promise<Pick<Session, 'proof' | 'candidate'>>,
  ) => {
    const { sessionid, ...cookies } = serviceCookies(headers);
    if (sessionid === undefined) throw brokenContract(call);
    const user = await userOf({ cookie: `sessionid=${sessionid}` });
    const keyringProof = await proofFor(user);
    reply.header(
      'Set-Cookie',
      await sessions.begin(request, { ...cookies, sessionid }, { user, ...keyringProof }),
    );
  };

  app.route({
    method: getCsrf.method,
    url: getCsrf.path,
    handler: async (request, reply) => {
      const { token, cookie } = sessions.csrfToken(request);
      if (cookie !== null) reply.header('Set-Cookie', cookie);
      return reply.send({ csrfToken: token } satisfies Reply<typeof getCsrf>);
    },
  });

  serve(login, async ({ request, reply, body, ask }) => {
    const success = await ask();
    if (!success) return;
    await beginSession({ request, reply }, login, success.answer, (user) =>
      access.signedIn(user, body.password),
    );
    await reply.send(success.content);
  });

  serve(signInWithProvider, async ({ request, reply, ask }) => {
    // The provider's token is bound to the CSRF token: the service compares the two.
    const token = request.headers['x-csrftoken'];
    const success = await ask(typeof token === 'string' ? { 'x-csrftoken': token } : {});
    if (!success) return;
    const unproven = { proof: null, candidate: null };
    await beginSession({ request, reply }, signInWithProvider, success.answer, () =>
      Promise.resolve(unproven),
    );
    await reply.send(success.content);
  });

  serve(logout, async ({ request, reply, ask }) => {
    sessions.requireCsrf(request);
    const credentials = sessions.credentialsOf(request);
    // If the service does not confirm the sign-out, it is repeated; this session loses access to the keyring at once.
    const removeProof = () => sessions.update(credentials, { proof: null });
    const success = await ask().catch(async (error: unknown) => {
      await removeProof();
      throw error;
    });
    if (!success) return removeProof();
    // Not "cookies": that would sign the person out of every other program on this host name.
    reply.header('Set-Cookie', await sessions.end(request)).header('Clear-Site-Data', '"cache", "storage"');
    return reply.send(success.content);
  });

  serve(changePassword, async ({ request, reply, body, ask }) => {
    const caller = callerOf(request);
    const wasAllowed = await access.allows(caller);
    const success = await ask();
    if (!success) return;
    const keyringProof = await access.passwordChanged(caller.user, body.password, { wasAllowed });
    const { sessionid, ...cookies } = serviceCookies(success.answer.headers);
    if (sessionid !== undefined && caller.credentials.session !== undefined) {
      const next = await sessions.begin(
        request,
        { ...cookies, sessionid },
        { user: caller.user, ...keyringProof },
      );
      reply.header('Set-Cookie', next);
    }
    await reply.send(success.content);
  });

  serve(resetPassword, async ({ request, reply, body, ask }) => {
    const credentials = sessions.credentialsOf(request);
    const user = sessions.sessionOf(credentials)?.user;
    const wasAllowed = user === body.user_id && (await access.allows({ user, credentials }));
    const success = await ask();
    if (!success) return;
    if (user !== undefined && wasAllowed) await access.passwordChanged(user, body.password, { wasAllowed });
    await reply.send(success.content);
  });

  serve(createToken, async ({ reply, body, ask }) => {
    const success = await ask();
    if (!success) return;
    const { access: token, refresh } = success.content;
    const user = await userOf({ authorization: `Bearer ${token}` });
    const { proof } = await access.signedIn(user, body.password);
    if (proof) {
      await sessions.noteToken(token, proof, tokenLifeMs.access);
      await sessions.noteToken(refresh, proof, tokenLifeMs.refresh);
    }
    await reply.send(success.content);
  });

  serve(refreshToken, async ({ reply, body, ask }) => {
    const success = await ask();
    if (!success) return;
    const proof = sessions.proofOfToken(body.refresh);
    if (proof) await sessions.noteToken(success.content.access, proof, tokenLifeMs.access);
    await reply.send(success.content);
  });
}

/** @throws {HttpProblem} 502 for an answer above the limit. */
async function bytesOf({ body }: Answer): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > maxAnswerBytes) throw new HttpProblem(502, 'The service’s answer is too long.');
    parts.push(part);
  }
  return Uint8Array.from(Buffer.concat(parts)).buffer;
}
