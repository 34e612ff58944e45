import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/processes/free-port.ts'
import { openS3Proxy } from './s3-proxy.ts'
import { S3 } from '@aws-sdk/client-s3'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** The part of s3rver that is used here; the package has no types. */
type S3rver = { run(): Promise<unknown>; close(): Promise<void> }
type S3rverClass = new (options: Record<string, unknown>) => S3rver

/** A server that speaks S3, on loopback, with one bucket. */
export type S3TestBucket = {
  /** The configuration of the bucket. */
  env: Record<string, string>
  /** Stops responses until `plugIn`; the content stays. */
  unplug(): Promise<void>
  plugIn(): Promise<void>
  /** Closes the server and removes its content. */
  close(): Promise<void>
}

/** The host name below which bucket names are host labels: `films.s3.hanpyeon.test`. */
export const hostName = 's3.hanpyeon.test'

/**
 * Opens a bucket of the bundled server or, with `TEST_S3=http://KEY:SECRET@127.0.0.1:PORT`, of a running one.
 * @param options.by_host puts the bucket in the host name, which has to resolve to loopback.
 */
export async function openS3TestBucket(
  prefix = 'site',
  options: { by_host?: boolean } = {},
): Promise<S3TestBucket> {
  const externalStore = process.env['TEST_S3']
  if (externalStore)
    return openExternalBucket(externalStore, prefix, options.by_host ? hostName : undefined)
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3rverClass
  const directory = await mkdtemp(join(tmpdir(), 'hanpyeon-s3-'))
  const port = await freePort()
  let server: S3rver | undefined
  const plugIn = async () => {
    server = new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: 'films' }],
      // The proxy checks signatures instead; see there.
      serviceEndpoint: hostName.slice(3),
      allowMismatchedSignatures: true,
    })
    await server.run()
  }
  const unplug = async () => {
    await server?.close()
    server = undefined
  }
  await plugIn()
  const proxy = await openS3Proxy(port, 'S3RVER')
  return {
    env: {
      S3_ENDPOINT: `http://${options.by_host ? hostName : '127.0.0.1'}:${proxy.port}`,
      S3_ADDRESSING_STYLE: options.by_host ? 'host' : 'path',
      S3_BUCKET: 'films',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_PREFIX: prefix,
    },
    unplug,
    plugIn,
    async close() {
      await proxy.close()
      await unplug()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/**
 * Opens a new bucket of a running store, to test our client against other implementations. Connections pass through
 * a TCP proxy on loopback, which `unplug` closes. The bucket is not removed.
 * @param store `http://KEY:SECRET@127.0.0.1:PORT`, as in `TEST_S3`.
 * @param host_name puts the bucket in the host name; the store must accept that name.
 */
export async function openExternalBucket(
  store: string,
  prefix: string,
  host_name: string | undefined,
): Promise<S3TestBucket> {
  const { username, password, hostname, port } = new URL(store)
  const bucket = `films-${randomUUID()}`
  const s3 = new S3({
    endpoint: `http://${hostname}:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: username, secretAccessKey: password },
    forcePathStyle: true,
  })
  await s3.createBucket({ Bucket: bucket })
  const proxyPort = await freePort()
  let server: Server | undefined
  const open = new Set<Socket>()
  const plugIn = async () => {
    server = createServer((near) => {
      const far = connect(Number(port), hostname)
      for (const [connection, other] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(connection)
        connection.pipe(other)
        connection
          .on('error', () => other.destroy())
          .on('close', () => (open.delete(connection), other.destroy()))
      }
    }).listen(proxyPort, '127.0.0.1')
    await once(server, 'listening')
  }
  const unplug = async () => {
    for (const socket of open) socket.destroy()
    server?.close()
    if (server) await once(server, 'close')
    server = undefined
  }
  await plugIn()
  const listeningPort = (server!.address() as AddressInfo).port
  return {
    env: {
      S3_ENDPOINT: `http://${host_name ?? '127.0.0.1'}:${listeningPort}`,
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
