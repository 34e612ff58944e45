import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

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

export async function openBucket(prefix = 'site'): Promise<Bucket> {
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3rverClass
  const directory = await mkdtemp(join(tmpdir(), 'hanpyeon-s3-'))
  const port = await freePort()
  let server: S3rver | undefined
  const plugIn = async () => {
    server = new S3rver({
      ...{ port, address: '127.0.0.1', silent: true, directory },
      configureBuckets: [{ name: 'films' }],
    })
    await server.run()
  }
  const unplug = async () => {
    await server?.close()
    server = undefined
  }
  await plugIn()
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'films',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_PREFIX: prefix,
    },
    unplug,
    plugIn,
    async close() {
      await unplug()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
