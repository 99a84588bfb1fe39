/** Routes of saved views: sealed with a key derived from the schema's query key before the service stores them. */
import type { FastifyInstance } from 'fastify';
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import {
  listSealedViews,
  listViews,
  maxSealedViewBytes,
  putSealedView,
  putView,
  type OpenedView,
  type SealedView,
} from '@cloakroom/contract/savedViews.ts';
import { HttpProblem, invalid, notFound } from '@cloakroom/server-kit/problem.ts';
import { canonicalJson } from '@cloakroom/wire/canonicalJson.ts';
import { openView, sealView } from '../savedViews/sealedView.ts';
import { queryKeyOf } from '../schemaKeys.ts';
import type { OwnSchema, Schemas } from '../schemas.ts';
import type { Upstream } from '../upstream.ts';
import { callerOf, serve } from './serve.ts';

type Deps = { upstream: Upstream; schemas: Schemas };

export function savedViewRoutes(app: FastifyInstance, { upstream, schemas }: Deps): void {
  serve(app, listViews, async ({ params, request }) => {
    const caller = callerOf(request);
    const own = await schemas.of(caller, params.id);
    const { credentials } = caller;
    const sealed = await upstream.call(listSealedViews, { credentials, params });
    if (new Set(sealed.map(({ id }) => id)).size < sealed.length) throw otherView();
    return sealed.map((one) => openedView(own, one)).sort(byName);
  });

  serve(app, putView, async ({ params, body, request }) => {
    const caller = callerOf(request);
    const { credentials } = caller;
    const { id: schema, viewId: id } = params;
    if (!shortIdPattern.test(id)) throw notFound('View');
    const own = await schemas.of(caller, schema);
    const { generation } = own.schema;
    const { version, view } = body;
    const bytes = sealView(queryKeyOf(own.keyring, own.schema), { schema, id, version, generation }, view);
    if (bytes.length > maxSealedViewBytes)
      throw invalid({ view: ['The view is too long to be saved. Leave out some filters or columns.'] });
    const sealed = bytes.toString('base64url');
    try {
      const answer = await upstream.call(putSealedView, {
        credentials,
        params,
        body: { version, generation, sealed },
      });
      const isStored = answer.id === id && answer.version === version && answer.sealed === sealed;
      if (!isStored || answer.generation !== generation) throw otherView();
      return { id, version, generation, creator: answer.creator, view };
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.status !== 409) throw error;
      // A repeat of a call whose answer was lost is sealed with another nonce.
      const stored = await upstream.call(listSealedViews, { credentials, params: { id: schema } });
      const same = stored.find((one) => one.id === id && one.version === version);
      const opened = same && openedView(own, same);
      if (!opened?.view || canonicalJson(opened.view) !== canonicalJson(view)) throw error;
      return opened;
    }
  });
}

/** By name; views that could not be opened are last. */
const byName = (one: OpenedView, other: OpenedView): number => {
  if (!one.view || !other.view) return Number(!one.view) - Number(!other.view);
  return one.view.name.localeCompare(other.view.name) || (one.id < other.id ? -1 : 1);
};

function openedView(own: OwnSchema, { sealed, ...shown }: SealedView): OpenedView {
  try {
    const queryKey = queryKeyOf(own.keyring, own.schema, shown.generation);
    const place = { ...shown, schema: own.schema.id };
    const view = openView(queryKey, place, Buffer.from(sealed, 'base64url'));
    return view ? { ...shown, view } : { ...shown, view, problem: notOpened };
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return { ...shown, view: null, problem: error.message };
  }
}

const notOpened =
  'The view can’t be opened: it was changed or moved after it was sealed, or saved by a later version of Cloakroom. Update this proxy; if that does not help, tell the operator of the service.';

const otherView = () =>
  new HttpProblem(
    502,
    'The service answered with a different view from the requested one. Tell its operator.',
  );
