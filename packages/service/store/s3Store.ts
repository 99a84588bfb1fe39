/**
 * Objects in a bucket of an S3-compatible object store. Uses PUT with Content-MD5, GET with a range, HEAD of the bucket, LIST
 * (version 2) and DELETE of single objects; no conditional calls, which not every store has.
 */
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import pRetry, { AbortError } from 'p-retry';
import { toReadable } from './objectSource.ts';
import { ObjectLost, StoreUnavailable, type ListedObject, type ObjectStore } from './objectStore.ts';
import type { S3Address } from './storeUrl.ts';

/** A read costs about as much as this many bytes more. */
const maxGapBytes = 128 * 1024;
/** Some 16 groups or 32 blocks: 50 scattered groups take 1.6 MB of the cache. */
const pageBytes = 32 * 1024;
const concurrency = 32;
const connectTimeoutMs = 3_000;
/** Of a single call, without the time that its bytes take. */
const callTimeoutMs = 8_000;
/** Slower transfers are given up. */
const minBytesPerMs = 512;
/** After the first attempt. */
const retries = 2;
const retryDelayMs = 200;

const ignore = () => undefined;
const silent = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

type S3Error = Error & { $metadata?: { httpStatusCode?: number } };
const statusOf = (error: unknown) => (error as S3Error | undefined)?.$metadata?.httpStatusCode;

/** Opens a bucket. The SDK reads the credentials from its usual environment variables and files. */
export function s3Store({ url, bucket, prefix, endpoint, region, pathStyle }: S3Address): ObjectStore {
  const client = new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle: pathStyle,
    // Else it writes warnings to the console. Errors are reported by the service.
    logger: silent,
    // Attempts are repeated here: the SDK can't read a stream twice.
    maxAttempts: 1,
    // Stores other than Amazon's refuse the newer checksums; Content-MD5 is understood by all.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      httpAgent: { maxSockets: 64 },
      httpsAgent: { maxSockets: 64 },
    },
  });
  const keyOf = (name: string) => `${prefix}${name}`;
  /** Runs a call until it succeeds, three times at most. */
  const call = <Result>(work: (abortSignal: AbortSignal) => Promise<Result>, bytes = 0): Promise<Result> =>
    pRetry(
      async () => {
        const signal = AbortSignal.timeout(callTimeoutMs + Math.ceil(bytes / minBytesPerMs));
        try {
          return await work(signal);
        } catch (error) {
          if (error instanceof ObjectLost) throw new AbortError(error);
          const problem = new StoreUnavailable(reasonOf(error), { cause: error });
          const status = statusOf(error);
          // Other answers are the same the next time.
          throw status === undefined || status >= 500 || status === 429 || status === 408
            ? problem
            : new AbortError(problem);
        }
      },
      { retries, minTimeout: retryDelayMs, randomize: true, shouldRetry: () => true },
    );
  const get = async (name: string, signal: AbortSignal, range: string) => {
    try {
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket: bucket, Key: keyOf(name), Range: range }),
        { abortSignal: signal },
      );
      return Body as Readable;
    } catch (error) {
      const status = statusOf(error);
      const isLost = status === 404 && (error as Error).name !== 'NoSuchBucket';
      // 416: the object ends before the range.
      if (isLost || status === 416)
        throw new ObjectLost(`The object ${name} is missing or cut.`, { cause: error });
      throw error;
    }
  };
  /** The objects whose names begin with `start`, a page of a thousand at a time. */
  async function* pagesOf(start: string): AsyncGenerator<ListedObject[]> {
    let token: string | undefined;
    do {
      const page = await call((abortSignal) =>
        client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: keyOf(start),
            ...(token === undefined ? {} : { ContinuationToken: token }),
          }),
          { abortSignal },
        ),
      );
      yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
        Key !== undefined && LastModified ? [{ name: Key.slice(prefix.length), modified: LastModified }] : [],
      );
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }
  async function* list(start: string): AsyncGenerator<ListedObject> {
    for await (const page of pagesOf(start)) yield* page;
  }
  const remove = (name: string) =>
    call(async (abortSignal) => {
      try {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) }), { abortSignal });
      } catch (error) {
        if (statusOf(error) !== 404) throw error;
      }
    });
  return {
    url,
    maxGapBytes,
    pageBytes,
    concurrency,
    check: () =>
      call(async (abortSignal) => {
        await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal });
      }),
    put: (name, source) =>
      call(async (abortSignal) => {
        await client.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: keyOf(name),
            Body: toReadable(source.open()),
            ContentLength: source.bytes,
            ContentMD5: source.md5.toString('base64'),
          }),
          { abortSignal },
        );
      }, source.bytes),
    read: (name, at, length) =>
      call(async (signal) => {
        const body = await get(name, signal, `bytes=${at}-${at + length - 1}`);
        const bytes = await bytesOf(body, signal, length);
        if (bytes.length < length)
          throw new ObjectLost(`The object ${name} ends before byte ${at + length}.`);
        return bytes;
      }, length),
    list,
    remove,
    async removePrefix(start) {
      const limit = pLimit(concurrency);
      let removed = 0;
      for await (const page of pagesOf(start)) {
        await Promise.all(page.map(({ name }) => limit(() => remove(name))));
        removed += page.length;
      }
      return removed;
    },
    close: () => client.destroy(),
  };
}

/** Reads a whole body, of which no more than the range is expected. */
async function bytesOf(body: Readable, signal: AbortSignal, length: number): Promise<Buffer> {
  const stop = () => body.destroy(signal.reason as Error);
  signal.addEventListener('abort', stop);
  try {
    const chunks: Buffer[] = [];
    let read = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      read += chunk.length;
      if (read > length) throw new Error('the store ignores the range of a call');
    }
    return Buffer.concat(chunks, read);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The reason of a failed call, as a clause. It names no credentials. */
function reasonOf(error: unknown): string {
  const status = statusOf(error);
  const { name, message, code } = error as Error & { code?: string };
  if (name === 'AbortError' || name === 'TimeoutError') return 'it does not answer in time';
  if (name === 'CredentialsProviderError')
    return 'it needs credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  if (code === 'ECONNREFUSED') return 'nothing listens at its address. Start it, or correct the endpoint';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host is not known. Correct the endpoint';
  if (status === 404) return 'there is no such bucket. Create it, or correct its name';
  if (status === 403 || status === 401)
    return 'it refuses the credentials. Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give them access to the bucket';
  return `it answers ${status === undefined ? message : `${status} (${name})`}`.replace(/\.$/, '');
}
