import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { openGivenBucket } from './given-bucket.ts'
import { openS3Front } from './s3-front.ts'

/** The little of s3rver that is used here; it comes without types. */
type S3rver = { run(): Promise<unknown>; close(): Promise<void> }
type S3rverClass = new (options: Record<string, unknown>) => S3rver

/** A server that speaks S3, on loopback, with one bucket. */
export type Bucket = {
  /** What the configuration needs to use it. */
  env: Record<string, string>
  /** Nobody answers there until it is plugged in again; what it holds stays. */
  unplug(): Promise<void>
  plugIn(): Promise<void>
  /** Ends it and removes what it holds. */
  close(): Promise<void>
}

/** Below it are the names of buckets where they are in that of the host: `films.s3.hanpyeon.test`. */
export const hostName = 's3.hanpyeon.test'

/**
 * Of the store that tests bring along, or, with `TEST_S3=http://KEY:SECRET@127.0.0.1:PORT`, of the one that runs there.
 * @param options.by_host the bucket is in the name of the host, which has to lead to loopback.
 */
export async function openBucket(
  prefix = 'site',
  options: { by_host?: boolean } = {},
): Promise<Bucket> {
  const given = process.env['TEST_S3']
  if (given) return openGivenBucket(given, prefix, options.by_host ? hostName : undefined)
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3rverClass
  const directory = await mkdtemp(join(tmpdir(), 'hanpyeon-s3-'))
  const port = await freePort()
  let server: S3rver | undefined
  const plugIn = async () => {
    server = new S3rver({
      ...{ port, address: '127.0.0.1', silent: true, directory },
      configureBuckets: [{ name: 'films' }],
      ...(options.by_host
        ? { serviceEndpoint: hostName.slice(3), allowMismatchedSignatures: true }
        : {}),
    })
    await server.run()
  }
  const unplug = async () => {
    await server?.close()
    server = undefined
  }
  await plugIn()
  const front = options.by_host ? await openS3Front(port, 'S3RVER') : undefined
  return {
    env: {
      S3_ENDPOINT: front ? `http://${hostName}:${front.port}` : `http://127.0.0.1:${port}`,
      S3_ADDRESSING: front ? 'host' : 'path',
      S3_BUCKET: 'films',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_PREFIX: prefix,
    },
    unplug,
    plugIn,
    async close() {
      await front?.close()
      await unplug()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
