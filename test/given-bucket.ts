import { AwsClient } from 'aws4fetch'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { Bucket } from './bucket.ts'
import { freePort } from './free-port.ts'

/**
 * A fresh bucket of a store that runs already, to hold our client to others than the one that tests bring along. It goes
 * by a door of its own on loopback, which is shut to unplug it. The bucket stays behind.
 * @param store `http://KEY:SECRET@127.0.0.1:PORT`, as `TEST_S3` has it.
 * @param host_name where the bucket is in the name of the host: the store must take it for its own.
 */
export async function openGivenBucket(
  store: string,
  prefix: string,
  host_name: string | undefined,
): Promise<Bucket> {
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
      S3_ADDRESSING: host_name ? 'host' : 'path',
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
