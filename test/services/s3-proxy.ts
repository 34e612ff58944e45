import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The parts of a request that its signature covers. */
export type SignedRequest = {
  method: string
  /** With the query, as sent. */
  url: string
  headers: Record<string, string | string[] | undefined>
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * Computes the AWS Signature Version 4 that an S3 request must have, as documented by Amazon: over the path as
 * sent, which omits the bucket when the host name has it.
 */
export function signatureOf({ method, url, headers }: SignedRequest, secret: string): string {
  const authorization = String(headers['authorization'])
  const [, date = '', region = ''] =
    /Credential=[^/]+\/(\d{8})\/([^/]+)\/s3/.exec(authorization) ?? []
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  const { pathname, searchParams } = new URL(url, 'http://any')
  const request = [
    method,
    pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...searchParams]
      .map((pair) => pair.map(encode).join('='))
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names.join(';'),
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const text = [
    ...['AWS4-HMAC-SHA256', String(headers['x-amz-date']), `${date}/${region}/s3/aws4_request`],
    createHash('sha256').update(request).digest('hex'),
  ].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secret}`, date))
  return hmac(key, text).toString('hex')
}

/**
 * A proxy for s3rver, which accepts any signature behind it, because it checks requests with the bucket in the host name
 * by a Signature Version 2 rule, and others without the slash that ends the path of a bucket. The proxy checks Signature
 * Version 4 and responds 403 as S3 does.
 */
export async function openS3Proxy(port: number, secret: string) {
  const isSigned = (incoming: IncomingMessage) =>
    String(incoming.headers.authorization).endsWith(
      `Signature=${signatureOf({ method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers }, secret)}`,
    )
  const server = createServer((incoming, outgoing) => {
    if (!isSigned(incoming)) {
      incoming.resume()
      return void outgoing.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    }
    const { method, url: path, headers } = incoming
    const upstream = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    upstream.on('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
