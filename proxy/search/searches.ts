/** Searches over sealed records: the index is read here, the service sees labels and the page's records only. */
import type { SearchBody, SealedRecord } from '#contract/records.ts';
import { readRecords, type Manifest } from '#contract/segments.ts';
import { recordId } from '#contract/shortId.ts';
import { HttpProblem } from '#host/problem.ts';
import type { Credentials } from '../credentials.ts';
import { BlockCache } from '../index/blockCache.ts';
import { IndexReader } from '../index/reader.ts';
import { IndexRefused } from '../index/refused.ts';
import { mergeChoice } from '../merge/choice.ts';
import type { Merger } from '../merge/merger.ts';
import { holdsQueryKey, queryKeyOf } from '../schemaKeys.ts';
import type { OwnSchema } from '../schemas.ts';
import type { Upstream } from '../upstream.ts';
import type { Caller } from '../who.ts';
import { aggregateIn, aggregateValue } from './aggregates.ts';
import { blockStore } from './blockStore.ts';
import { questionOf, type ManifestAnswer, type Manifests } from './manifests.ts';

/** Schemas whose opened headers and fences are kept. */
const readersKept = 32;

export type SearchQuery = Pick<SearchBody, 'filters' | 'order_by' | 'limit' | 'offset'>;

export type SearchResult =
  | { total: number; records: SealedRecord[] }
  /** An aggregate's value; null when nothing matched. */
  | { value: number | string | null };

export class Searches {
  readonly #upstream: Upstream;
  readonly #manifests: Manifests;
  readonly #merger: Pick<Merger, 'consider'>;
  readonly #cache: BlockCache;
  readonly #readers = new Map<string, IndexReader>();
  readonly #holding = new Set<string>();
  /** Manifests that were looked through and left nothing to merge. */
  readonly #settled = new WeakSet<Manifest>();

  /**
   * @param merger - hears of every schema that is searched.
   * @param indexMemory - bytes of opened index blocks that are kept for all schemas together.
   */
  constructor(
    upstream: Upstream,
    manifests: Manifests,
    merger: Pick<Merger, 'consider'>,
    indexMemory: number,
  ) {
    this.#cache = new BlockCache(indexMemory);
    this.#upstream = upstream;
    this.#manifests = manifests;
    this.#merger = merger;
  }

  /** Ask for what any search of a schema needs, while it is being found out who may search it with which keys. */
  ask({ credentials }: Caller, schema: string): ManifestAnswer {
    return this.#manifests.ask(credentials, schema);
  }

  /**
   * One page of what matches, or the aggregate that is asked for.
   * @param asked - what {@link ask} began for this schema.
   * @throws {HttpProblem} and the index's own errors: `FilterRefused`, `IndexRefused`.
   */
  async run(
    caller: Caller,
    own: OwnSchema,
    query: SearchQuery,
    asked?: ManifestAnswer,
  ): Promise<SearchResult> {
    const aggregate = aggregateIn(query.filters, own.fields);
    if (aggregate) {
      const { label, filters, measure } = aggregate;
      const found = await this.#read(caller, own, (reader) => reader.aggregate(label, filters), asked);
      return { value: aggregateValue(found, measure) };
    }
    const { filters, order_by, limit, offset } = query;
    const order = order_by === undefined ? {} : { order: orderOf(order_by) };
    const page = async (reader: IndexReader) => {
      const { total, records } = await reader.page(filters, { limit, offset, ...order });
      const references = records.map(({ upload, number }): [string, number] => [upload, number]);
      return { total, records: await this.sealed(caller.credentials, own.schema.id, references) };
    };
    return this.#read(caller, own, page, asked);
  }

  /** How many records match; an aggregate's own bounds count too. */
  async count(
    caller: Caller,
    own: OwnSchema,
    { filters }: Pick<SearchQuery, 'filters'>,
    asked?: ManifestAnswer,
  ): Promise<number> {
    const aggregate = aggregateIn(filters, own.fields);
    return this.#read(caller, own, (reader) => reader.count(aggregate?.filters ?? filters), asked);
  }

  /** Sealed records by upload and number, in the order asked. @throws {HttpProblem} 422 when the service sends others. */
  async sealed(
    credentials: Credentials,
    schema: string,
    records: [string, number][],
  ): Promise<SealedRecord[]> {
    if (records.length === 0) return [];
    const found = await this.#upstream.call(readRecords, { credentials, body: { schema, records } });
    const asked = records.map(([upload, number]) => recordId(Buffer.from(upload, 'hex'), number));
    if (found.length !== asked.length || found.some(({ id }, i) => id !== asked[i]))
      throw new HttpProblem(
        422,
        'The service answered with other records than were asked for, so they are not shown. Tell whoever runs the service.',
      );
    return found;
  }

  /** The schema's manifest, as far as this person's query key vouches for it. */
  async manifest({ credentials }: Caller, own: OwnSchema, asked?: ManifestAnswer): Promise<Manifest> {
    // Who may not search is told so, rather than which key they lack.
    await asked?.answer;
    return this.#manifests.read(questionOf(credentials, own), asked);
  }

  /**
   * Ask a reader of the present manifest. When something of it is missing, a merge or a deletion may have been published
   * meanwhile: then the newer manifest is asked, once. Where there is none newer, or that fails too, it was tampered with.
   */
  async #read<Answer>(
    caller: Caller,
    own: OwnSchema,
    ask: (reader: IndexReader) => Promise<Answer>,
    asked?: ManifestAnswer,
  ): Promise<Answer> {
    const before = await this.manifest(caller, own, asked);
    this.#tidy(caller, own, before);
    try {
      return await ask(this.#reader(caller, own, before));
    } catch (error) {
      if (!mayBeOutdated(error)) throw error;
      const now = await this.manifest(caller, own);
      if (now.version === before.version) throw error;
      return ask(this.#reader(caller, own, now));
    }
  }

  #tidy(caller: Caller, own: OwnSchema, manifest: Manifest): void {
    if (this.#settled.has(manifest)) return;
    if (mergeChoice(manifest.segments, holdsQueryKey(own.keyring, own.schema)))
      this.#merger.consider(caller, own);
    else this.#settled.add(manifest);
  }

  /** A reader of a manifest that asks with these credentials and knows what the one before has opened. */
  #reader({ user, credentials }: Caller, own: OwnSchema, { segments }: Manifest): IndexReader {
    const { schema, keyring, fields } = own;
    const store = blockStore(this.#upstream, credentials, schema.id);
    const key = `${user} ${schema.id}`;
    // Asked for anew each time: what was opened with a key that is gone since stays closed.
    const generations = new Set(segments.map(({ generation }) => generation));
    const keys = new Map(Array.from(generations, (one) => [one, queryKeyOf(keyring, schema, one)]));
    const queryKeys = (generation: number) => keys.get(generation)!;
    const source = { fields, queryKeys, store, segments, cache: this.#cache };
    const reader = new IndexReader(source, this.#readers.get(key));
    this.#readers.delete(key);
    this.#readers.set(key, reader);
    this.#hold(key, reader);
    const [oldest] = this.#readers.keys();
    if (this.#readers.size > readersKept && oldest !== undefined) this.#readers.delete(oldest);
    return reader;
  }

  /** Read the index into memory in the background. What fails is read when a search needs it, and refused there. */
  #hold(key: string, reader: IndexReader): void {
    if (this.#holding.has(key)) return;
    this.#holding.add(key);
    void reader
      .hold()
      .catch(() => undefined)
      .finally(() => this.#holding.delete(key));
  }
}

/** A refused block, a part that the service hasn't got, a record that is gone. */
const mayBeOutdated = (error: unknown): boolean =>
  error instanceof IndexRefused ||
  (error instanceof HttpProblem && (error.status === 404 || error.status === 422));

const orderOf = (label: string) =>
  label.startsWith('-') ? { label: label.slice(1), descending: true } : { label, descending: false };
