/** Makes the URLs of objects in answers absolute, if the program that answers has a public address. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Url } from '@cloakroom/contract/reference.ts';

/* eslint-disable @typescript-eslint/consistent-type-definitions -- only an interface can add to another's */
declare module 'fastify' {
  interface FastifyInstance {
    /** The origin of URLs in answers; undefined if they are paths. */
    publicOrigin: string | undefined;
  }
}
/* eslint-enable @typescript-eslint/consistent-type-definitions */

/**
 * The origin that the caller wants in URLs, or {@link noOrigin}. A proxy sends it with every call to the service: signatures
 * and digests are computed over answers with paths, and its callers know the proxy's address.
 */
export const urlOriginHeader = 'x-url-origin';
export const noOrigin = 'none';

const originPattern = /^https?:\/\/[\w.:[\]-]{1,255}$/;

/** Sets the public address of a program. @param publicUrl - only its origin counts; without it, URLs are paths. */
export function usePublicUrl(app: FastifyInstance, publicUrl: string | undefined): void {
  app.decorate('publicOrigin', publicUrl === undefined ? undefined : new URL(publicUrl).origin);
}

/** What precedes a path in the answer to a request; empty if its URLs are paths. */
export function originFor({ headers, server }: Pick<FastifyRequest, 'headers' | 'server'>): string {
  const wanted = headers[urlOriginHeader];
  if (typeof wanted !== 'string') return server.publicOrigin ?? '';
  return originPattern.test(wanted) ? wanted : '';
}

/**
 * An answer in which each {@link Url} of its schema is absolute; without an origin the same answer. All other members are unchanged, so that text
 * written by people is never taken for a URL.
 */
export function withAbsoluteUrls(schema: unknown, answer: unknown, origin: string): unknown {
  if (origin === '') return answer;
  if (schema === Url)
    return typeof answer === 'string' && answer.startsWith('/api/') ? origin + answer : answer;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return withAbsoluteUrls(schema.unwrap(), answer, origin);
  if (schema instanceof z.ZodUnion)
    return schema.options.reduce<unknown>((value, option) => withAbsoluteUrls(option, value, origin), answer);
  if (schema instanceof z.ZodArray && Array.isArray(answer))
    return answer.map((item: unknown) => withAbsoluteUrls(schema.element, item, origin));
  if (!(schema instanceof z.ZodObject) || !isObject(answer)) return answer;
  const members = new Map(Object.entries<unknown>(schema.shape));
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, withAbsoluteUrls(members.get(name), value, origin)]),
  );
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
