/** Errors of reading and editing a manifest. */
import type { SignedManifest } from '@cloakroom/contract/segments.ts';
import { checkManifest, ManifestRefused } from '@cloakroom/sealed-index/manifest.ts';
import { conflict, HttpProblem, unprocessable } from '@cloakroom/server-kit/problem.ts';

/** The schema's keys were changed since it was read. Reading it again returns the newest, or an error that they are missing. */
export class KeysChanged extends HttpProblem {
  constructor() {
    super(409, 'The keys of this schema were changed a moment ago. Try again.');
  }
}

/** The manifest is signed with earlier keys than the schema's newest. */
export class EarlierKeys extends HttpProblem {
  constructor(schema: string) {
    super(422, refusalOf(schema, 'is signed with earlier keys than its newest'));
  }
}

/** The service refuses an edit because of a conflict, but shows no newer manifest. */
export class UnchangedManifest extends HttpProblem {
  constructor(schema: string) {
    super(
      502,
      `The service says that the list of index segments of schema ${schema} was changed meanwhile, and shows it unchanged. So nothing was stored or deleted: try again, and tell the operator of the service if this happens again.`,
    );
  }
}

/** @throws {HttpProblem} 422 unless the manifest was signed with this query key. */
export function requireSigned(queryKey: Uint8Array, manifest: SignedManifest): void {
  try {
    checkManifest(queryKey, manifest);
  } catch (error) {
    if (error instanceof ManifestRefused) throw new HttpProblem(422, error.message, { cause: error });
    throw error;
  }
}

/** The manifest is not a signed one. @param what - the problem, as the predicate of the sentence. */
export const changedManifest = (schema: string, what: string) => unprocessable(refusalOf(schema, what));

/** Records that were sealed for an unknown definition are not published under one that an owner has changed. */
export const unknownDefinition = () =>
  conflict(
    'The definition of this schema was changed since the file was uploaded. Nothing of it was stored: upload the file again.',
  );

const refusalOf = (schema: string, what: string) =>
  `The list of index segments of schema ${schema} ${what}, so it is not used: records may have been taken away. Tell the operator of the service.`;
