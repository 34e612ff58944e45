import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/processes/free-port.ts'
import { openS3Proxy } from './s3-proxy.ts'
import { AwsClient } from 'aws4fetch'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** The little of s3rver that is used here; it comes without types. */
type S3rver = { run(): Promise<unknown>; close(): Promise<void> }
type S3rverClass = new (options: Record<string, unknown>) => S3rver

/** A server that speaks S3, on loopback, with one bucket. */
export type S3TestBucket = {
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
export async function openS3TestBucket(
  prefix = 'site',
  options: { by_host?: boolean } = {},
): Promise<S3TestBucket> {
  const given = process.env['TEST_S3']
  if (given) return openExternalBucket(given, prefix, options.by_host ? hostName : undefined)
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
  const front = options.by_host ? await openS3Proxy(port, 'S3RVER') : undefined
  return {
    env: {
      S3_ENDPOINT: front ? `http://${hostName}:${front.port}` : `http://127.0.0.1:${port}`,
      S3_ADDRESSING_STYLE: front ? 'host' : 'path',
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

/**
 * A fresh bucket of a store that runs already, to hold our client to others than the one that tests bring along. It goes
 * by a door of its own on loopback, which is shut to unplug it. The bucket stays behind.
 * @param store `http://KEY:SECRET@127.0.0.1:PORT`, as `TEST_S3` has it.
 * @param host_name where the bucket is in the name of the host: the store must take it for its own.
 */
export async function openExternalBucket(
  store: string,
  prefix: string,
  host_name: string | undefined,
): Promise<S3TestBucket> {
  const { username, password, hostname, port } = new URL(store)
  const bucket = `films-${randomUUID()}`
  const aws = new AwsClient({
    ...{ accessKeyId: username, secretAccessKey: password },
    ...{ service: 's3', region: 'us-east-1', retries: 0 },
  })
  const made = await aws.fetch(`http://${hostname}:${port}/${bucket}`, { method: 'PUT' })
  if (!made.ok) throw new Error(`No bucket made: ${made.status} ${await made.text()}`)
  const door = await freePort()
  let server: Server | undefined
  const open = new Set<Socket>()
  const plugIn = async () => {
    server = createServer((near) => {
      const far = connect(Number(port), hostname)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(one)
        one.pipe(other)
        one
          .on('error', () => other.destroy())
          .on('close', () => (open.delete(one), other.destroy()))
      }
    }).listen(door, '127.0.0.1')
    await once(server, 'listening')
  }
  const unplug = async () => {
    for (const socket of open) socket.destroy()
    server?.close()
    if (server) await once(server, 'close')
    server = undefined
  }
  await plugIn()
  const there = (server!.address() as AddressInfo).port
  return {
    env: {
      S3_ENDPOINT: `http://${host_name ?? '127.0.0.1'}:${there}`,
      S3_ADDRESSING_STYLE: host_name ? 'host' : 'path',
      S3_BUCKET: bucket,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: username,
      S3_SECRET_ACCESS_KEY: password,
      S3_PREFIX: prefix,
    },
    unplug,
    plugIn,
    close: unplug,
  }
}
