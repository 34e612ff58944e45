import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as its signature sees it. */
export type SignedRequest = {
  method: string
  /** With the query, as it was sent. */
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
 * The signature (AWS Signature 4) that a request to S3 ought to have, by Amazon's description of it: over the path as it
 * was sent, which does not have the bucket where the name of the host has it.
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
 * Stands before s3rver where the bucket is in the name of the host: that one holds such requests to a rule of Signature 2,
 * and has to be told to take any. Here they are held to their own, and refused as S3 refuses them.
 */
export async function openS3Proxy(port: number, secret: string) {
  const isSigned = (asked: IncomingMessage) =>
    String(asked.headers.authorization).endsWith(
      `Signature=${signatureOf({ method: asked.method ?? '', url: asked.url ?? '', headers: asked.headers }, secret)}`,
    )
  const server = createServer((asked, answer) => {
    if (!isSigned(asked)) {
      asked.resume()
      return void answer.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    }
    const { method, url: path, headers } = asked
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers)
      told.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
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
