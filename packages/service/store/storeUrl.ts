/** Parses STORE_URL. */
import { fileURLToPath } from 'node:url';

export type S3Address = {
  url: string;
  bucket: string;
  /** Empty, or ends in a slash. */
  prefix: string;
  endpoint?: string;
  region: string;
  pathStyle: boolean;
};
export type StoreAddress = { kind: 'folder'; url: string; folder: string } | ({ kind: 's3' } & S3Address);

const parameters = ['endpoint', 'region', 'path_style'];

/**
 * Reads the address of a store: `file:///folder` or `s3://bucket/prefix?endpoint=…&region=…&path_style=true`.
 * @throws {RangeError} with what is wrong with it, as a clause.
 */
export function parseStoreUrl(text: string): StoreAddress {
  if (!URL.canParse(text))
    throw new RangeError('must be an address like file:///path or s3://bucket?region=eu-west-1');
  const url = new URL(text);
  if (url.protocol === 'file:') {
    if (url.host !== '' || url.pathname === '/')
      throw new RangeError('must name a folder, like file:///path');
    return { kind: 'folder', url: text, folder: fileURLToPath(url) };
  }
  if (url.protocol !== 's3:') throw new RangeError('must begin with file:// or s3://');
  if (url.username !== '' || url.password !== '')
    throw new RangeError('must not have credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  if (url.hostname === '') throw new RangeError('must name a bucket, like s3://bucket');
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined) throw new RangeError(`has the unknown parameter "${unknown}"`);
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:\/\//.test(endpoint))
    throw new RangeError('needs an endpoint like https://host:port');
  const pathStyle = url.searchParams.get('path_style') ?? 'false';
  if (!['true', 'false'].includes(pathStyle))
    throw new RangeError('needs path_style=true or path_style=false');
  const path = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    kind: 's3',
    url: text,
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    ...(endpoint === null ? {} : { endpoint }),
    region: url.searchParams.get('region') ?? 'us-east-1',
    pathStyle: pathStyle === 'true',
  };
}
