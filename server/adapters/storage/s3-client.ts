import { AwsClient } from 'aws4fetch'
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { StorageUnavailableError, type ByteRange } from './storage.ts'

export type S3Config = {
  /** `https://s3.ap-northeast-2.amazonaws.com`, without a path. */
  endpoint: string
  bucket: string
  region: string
  access_key_id: string
  secret_access_key: string
  /** Prefix of every key, with a trailing slash, or empty. */
  prefix: string
  /** Path-style or virtual-hosted-style addressing. */
  addressing: 'path' | 'host'
}

/** Timeouts in ms for the start of a response, and for the upload of a part of 32 MiB. */
const timeouts = { answer: 10_000, put: 120_000 }
/** Maximum body of one request; larger files are uploaded in parts (at most 10,000: 320 GB). */
export const maxPutBytes = 32 * 2 ** 20

type RequestOptions = {
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
  signal?: AbortSignal | undefined
  /** Maximum number of attempts. */
  times?: number
}

export type S3Object = { key: string; size: number; at: number }

/**
 * Client for the S3 operations in use, for keys below the prefix, signed with AWS Signature 4. Retries server errors, but
 * not rejected requests.
 * @throws StorageUnavailableError from every call.
 */
export function createS3Client(config: S3Config) {
  const aws = new AwsClient({
    accessKeyId: config.access_key_id,
    secretAccessKey: config.secret_access_key,
    service: 's3',
    region: config.region,
    retries: 0,
  })
  const endpoint = new URL(config.endpoint)
  const root =
    config.addressing === 'host'
      ? `${endpoint.protocol}//${config.bucket}.${endpoint.host}`
      : `${endpoint.origin}/${config.bucket}`
  const addressOf = (key: string, query: Record<string, string> = {}) => {
    // No slash after the bucket: S3 implementations differ in how they sign it.
    const path = key ? `/${key.split('/').map(encodeURIComponent).join('/')}` : ''
    const search = new URLSearchParams(query).toString()
    return `${root}${path}${search ? `?${search}` : ''}`
  }

  async function sendOnce(method: string, address: string, ask: RequestOptions): Promise<Response> {
    // The timeout covers only the response head; the body is as slow as its reader.
    const timeout = new AbortController()
    const timer = setTimeout(
      () => timeout.abort(new Error('no answer in time')),
      ask.body ? timeouts.put : timeouts.answer,
    )
    try {
      return await aws.fetch(address, {
        method,
        headers: {
          ...ask.headers,
          // Hash of the content, so that the store rejects corrupted data.
          'x-amz-content-sha256': createHash('sha256')
            .update(ask.body ?? '')
            .digest('hex'),
        },
        ...(ask.body ? { body: ask.body as BodyInit } : {}),
        redirect: 'error',
        signal: ask.signal ? AbortSignal.any([ask.signal, timeout.signal]) : timeout.signal,
      })
    } finally {
      clearTimeout(timer)
    }
  }

  async function ask(method: string, key: string, options: RequestOptions = {}): Promise<Response> {
    const { times = 2, signal } = options
    for (let time = 1; ; time++) {
      signal?.throwIfAborted()
      let why: string
      try {
        const response = await sendOnce(method, addressOf(key, options.query), options)
        const { status } = response
        if (response.ok || status === 404 || status === 416) return response
        const said = /<Code>(\w+)<\/Code>/.exec(await response.text().catch(() => ''))?.[1] ?? ''
        why = `${status} ${said}`.trim()
        if (status < 500 && status !== 429 && status !== 408) time = times
      } catch (error) {
        signal?.throwIfAborted()
        const { message, cause } = error as Error & { cause?: { code?: string } }
        why = cause?.code ?? message
      }
      if (time >= times)
        throw new StorageUnavailableError(`S3 ${method} ${key || config.bucket}: ${why}`)
      await pause(Math.min(100 * 4 ** (time - 1), 10_000) * (0.5 + Math.random() / 2), undefined, {
        ...(signal ? { signal } : {}),
      })
    }
  }

  const keyOf = (name: string) => config.prefix + name

  /** @returns undefined if the file does not exist. */
  async function get(name: string, part?: ByteRange, signal?: AbortSignal) {
    const headers = part ? { range: `bytes=${part.start}-${part.end}` } : {}
    const response = await ask('GET', keyOf(name), { headers, signal })
    if (response.ok) return response
    const said = await response.text()
    // A missing bucket does not mean that the file is absent.
    if (response.status === 404 && !said.includes('<Code>NoSuchBucket<')) return undefined
    throw new StorageUnavailableError(
      `S3 GET ${name}: ${response.status}, is there a bucket ${config.bucket}?`,
    )
  }

  /** @param times attempts: 3 for requests, 5 for jobs. */
  async function put(name: string, body: Buffer, times: 3 | 5, signal?: AbortSignal) {
    const headers = { 'content-type': typeOf(name) }
    await requireStored(await ask('PUT', keyOf(name), { body, headers, signal, times }), name)
  }

  /** Uploads a body larger than `maxPutBytes` in parts; the object appears when all parts are complete. */
  async function putParts(name: string, parts: AsyncIterable<Buffer>, signal?: AbortSignal) {
    const key = keyOf(name)
    const created = await ask('POST', key, {
      query: { uploads: '' },
      headers: { 'content-type': typeOf(name) },
      times: 5,
    })
    const uploadId = unescapeXml(/<UploadId>([^<]+)</.exec(await created.text())?.[1] ?? '')
    if (!uploadId) throw new StorageUnavailableError(`S3 POST ${name}: no upload created`)
    try {
      const tags: string[] = []
      for await (const body of parts) {
        const query = { partNumber: String(tags.length + 1), uploadId }
        const response = await requireStored(
          await ask('PUT', key, { query, body, signal, times: 5 }),
          name,
        )
        tags.push(response.headers.get('etag') ?? '')
      }
      const list = tags
        .map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
        .join('')
      const body = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`)
      const completed = await requireStored(
        await ask('POST', key, { query: { uploadId }, body, times: 5 }),
        name,
      )
      // The status may be 200 before completion, with a failure in the body.
      if ((await completed.text()).includes('<Error>'))
        throw new StorageUnavailableError(`S3 POST ${name}: not whole`)
    } catch (error) {
      await ask('DELETE', key, { query: { uploadId } }).catch(() => {})
      throw error
    }
  }

  async function requireStored(response: Response, name: string): Promise<Response> {
    if (response.ok) return response
    throw new StorageUnavailableError(
      `S3 PUT ${name}: ${response.status}, is there a bucket ${config.bucket}?`,
    )
  }

  async function remove(name: string) {
    await (await ask('DELETE', keyOf(name), { times: 3 })).body?.cancel()
  }

  /** Lists all keys with a prefix, a thousand per request. */
  async function* list(prefix: string): AsyncGenerator<S3Object> {
    let token = ''
    do {
      const response = await ask('GET', '', {
        query: {
          'list-type': '2',
          prefix: keyOf(prefix),
          ...(token ? { 'continuation-token': token } : {}),
        },
        times: 3,
      })
      const text = await response.text()
      if (!response.ok)
        throw new StorageUnavailableError(`S3 list: ${response.status} for ${config.bucket}`)
      for (const [, one = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const said = (tag: string) =>
          unescapeXml(new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(one)?.[1] ?? '')
        yield {
          key: said('Key').slice(config.prefix.length),
          size: Number(said('Size')),
          at: Date.parse(said('LastModified')),
        }
      }
      token = unescapeXml(
        /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(text)?.[1] ?? '',
      )
    } while (token)
  }

  async function head(name: string): Promise<boolean> {
    return (await ask('HEAD', keyOf(name))).ok
  }

  return { get, put, putParts, remove, list, head }
}

const types: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  vtt: 'text/vtt; charset=utf-8',
  webp: 'image/webp',
}

const typeOf = (name: string) =>
  types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal))
    if (hex) return String.fromCodePoint(Number.parseInt(hex as string, 16))
    return entities[name as string] ?? whole
  })
}
