/** What all object stores on this machine have in common. */
import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

export type S3Credentials = { accessKeyId: string; secretAccessKey: string };

export type ObjectStoreServer = {
  /** The address of its S3 interface. */
  endpoint: string;
  credentials: S3Credentials;
  stop: () => Promise<void>;
};

/**
 * Creates a bucket.
 * @param balancer - the address under which services reach the store; its endpoint by default.
 * @returns its STORE_URL.
 */
export async function newBucket(
  { endpoint, credentials }: Pick<ObjectStoreServer, 'endpoint' | 'credentials'>,
  balancer = endpoint,
): Promise<string> {
  const bucket = `cloakroom-${randomUUID()}`;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials,
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return `s3://${bucket}/cloakroom?endpoint=${encodeURIComponent(balancer)}&region=us-east-1&path_style=true`;
}

/** The environment variables that the AWS SDK reads. */
export const environmentOf = ({ accessKeyId, secretAccessKey }: S3Credentials) => ({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
});
