/** What programs use of the client. */
export { createClient, type Client } from './client.ts';
export { ClientError, type ClientErrorCode, type Refusal } from './clientError.ts';
export { followJob, type FollowOptions } from './followJob.ts';
export { iteratePages, type IterateOptions } from './iterate.ts';
export { maxListItems, maxPageSize, paginate, type PageRange, type PaginateOptions } from './paginate.ts';
export { retry, retryDelayMs, type RetryOptions } from './retry.ts';
export { UploadFailed, uploadFile, type UploadBody, type UploadOptions } from './uploadFile.ts';
export type {
  BytesBody,
  CallOptions,
  ClientOptions,
  Fetch,
  FetchAnswer,
  FetchInit,
  Line,
  LinesEndpoint,
  LineStream,
  ListEndpoint,
  ListItem,
  PartialPage,
  RequestHeaders,
} from './types.ts';
