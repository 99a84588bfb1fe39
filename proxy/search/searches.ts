/** Searches over sealed records: the index is read here, the service sees labels and the page's records only. */
import type { SearchBody, SealedRecord } from '#contract/records.ts';
import { readRecords, type Manifest } from '#contract/segments.ts';
import type { Credentials } from '../credentials.ts';
import { BlockCache } from '../index/blockCache.ts';
import { IndexReader } from '../index/reader.ts';
import { queryKeyOf } from '../schemaKeys.ts';
import type { OwnSchema } from '../schemas.ts';
import type { Upstream } from '../upstream.ts';
import type { Caller } from '../who.ts';
import { aggregateIn, aggregateValue } from './aggregates.ts';
import { blockStore } from './blockStore.ts';
import type { Manifests } from './manifests.ts';

/** Opened index blocks that are kept for all schemas together. */
const cacheBytes = 128 * 1024 * 1024;
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
  readonly #cache = new BlockCache(cacheBytes);
  readonly #readers = new Map<string, IndexReader>();

  constructor(upstream: Upstream, manifests: Manifests) {
    this.#upstream = upstream;
    this.#manifests = manifests;
  }

  /**
   * One page of what matches, or the aggregate that is asked for.
   * @throws {HttpProblem} and the index's own errors: `FilterRefused`, `IndexRefused`.
   */
  async run(caller: Caller, own: OwnSchema, query: SearchQuery): Promise<SearchResult> {
    const aggregate = aggregateIn(query.filters, own.fields);
    const reader = await this.#reader(caller, own);
    if (aggregate) {
      const { label, filters, measure } = aggregate;
      return { value: aggregateValue(await reader.aggregate(label, filters), measure) };
    }
    const { filters, order_by, limit, offset } = query;
    const order = order_by === undefined ? {} : { order: orderOf(order_by) };
    const { total, records } = await reader.page(filters, { limit, offset, ...order });
    const references = records.map(({ upload, number }): [string, number] => [upload, number]);
    return { total, records: await this.sealed(caller.credentials, own.schema.id, references) };
  }

  /** How many records match; an aggregate's own bounds count too. */
  async count(caller: Caller, own: OwnSchema, { filters }: Pick<SearchQuery, 'filters'>): Promise<number> {
    const aggregate = aggregateIn(filters, own.fields);
    return (await this.#reader(caller, own)).count(aggregate?.filters ?? filters);
  }

  /** Sealed records by upload and number, in the order asked. */
  async sealed(
    credentials: Credentials,
    schema: string,
    records: [string, number][],
  ): Promise<SealedRecord[]> {
    if (records.length === 0) return [];
    return this.#upstream.call(readRecords, { credentials, body: { schema, records } });
  }

  /** The schema's manifest, as far as this person's query key vouches for it. */
  manifest({ credentials }: Caller, { schema, keyring }: OwnSchema): Promise<Manifest> {
    return this.#manifests.read({ credentials, schema: schema.id, queryKey: queryKeyOf(keyring, schema) });
  }

  /** A reader of the present manifest that asks with these credentials and knows what the one before has opened. */
  async #reader(caller: Caller, own: OwnSchema): Promise<IndexReader> {
    const { schema, keyring, fields } = own;
    const { segments } = await this.manifest(caller, own);
    const store = blockStore(this.#upstream, caller.credentials, schema.id);
    const key = `${caller.user} ${schema.id}`;
    const source = { fields, queryKey: queryKeyOf(keyring, schema), store, segments, cache: this.#cache };
    const reader = new IndexReader(source, this.#readers.get(key));
    this.#readers.delete(key);
    this.#readers.set(key, reader);
    const [oldest] = this.#readers.keys();
    if (this.#readers.size > readersKept && oldest !== undefined) this.#readers.delete(oldest);
    return reader;
  }
}

const orderOf = (label: string) =>
  label.startsWith('-') ? { label: label.slice(1), descending: true } : { label, descending: false };
