import type { ListObjectsV2CommandInput, S3 } from '@aws-sdk/client-s3'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
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

/** Attempts, and the timeout in ms for the start of the response. Jobs upload files, and can wait longer than requests. */
const calls = {
  read: { attempts: 2, timeoutMs: 10_000 },
  manage: { attempts: 3, timeoutMs: 10_000 },
  put: { attempts: 3, timeoutMs: 120_000 },
  upload: { attempts: 5, timeoutMs: 120_000 },
}
/** Timeout between the chunks of a response. */
const idleMs = 300_000
/** Every slow viewer of a large file occupies a connection; the SDK's default is 50. */
const maxSockets = 500
/** Larger files are uploaded in parts: of 5 MiB, or larger if 10,000 of them do not suffice. */
const maxPutBytes = 8 * 2 ** 20

/** `at`: time of storage, in ms since 1970. */
export type S3Object = { key: string; size: number; at: number; etag: string }
export type S3Client = ReturnType<typeof createS3Client>

/**
 * Client for the S3 operations in use, for keys below the prefix. Retries server and connection errors, but not rejected
 * requests.
 * @throws StorageUnavailableError from every call.
 */
export function createS3Client(config: S3Config) {
  const { bucket, prefix } = config
  const connected = connect(config)
  const target = (name: string) => ({ Bucket: bucket, Key: prefix + name })

  async function call<T>(
    kind: keyof typeof calls,
    what: string,
    send: (s3: S3) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    try {
      return await send((await connected)[kind])
    } catch (error) {
      signal?.throwIfAborted()
      const { name, code, $metadata } = error as S3Error
      const why = [$metadata?.httpStatusCode, code ?? name].filter(Boolean).join(' ')
      throw new StorageUnavailableError(`S3 ${what}: ${why}`)
    }
  }

  /** @returns undefined if the file does not exist. */
  async function get(name: string, part?: ByteRange, signal?: AbortSignal) {
    const range = part && { Range: `bytes=${part.start}-${part.end}` }
    const send = (s3: S3) =>
      s3.getObject({ ...target(name), ...range }, abortedBy(signal)).catch(undefinedIfMissing)
    const object = await call('read', `GET ${name}`, send, signal)
    if (!object) return undefined
    const size = object.ContentLength ?? 0
    return { body: object.Body as Readable, size, etag: object.ETag ?? `"${size}"` }
  }

  async function has(name: string): Promise<boolean> {
    const send = (s3: S3) => s3.headObject(target(name)).catch(undefinedIfMissing)
    return (await call('read', `HEAD ${name}`, send)) !== undefined
  }

  async function put(
    name: string,
    bytes: Buffer,
    kind: 'put' | 'upload' = 'put',
    signal?: AbortSignal,
  ) {
    const object = { ...target(name), ContentType: typeOf(name), Body: bytes }
    await call(kind, `PUT ${name}`, (s3) => s3.putObject(object, abortedBy(signal)), signal)
  }

  /** Uploads a local file; the object appears when it is complete. */
  async function putFile(name: string, file: string, signal?: AbortSignal) {
    const { size } = await stat(file)
    if (size <= maxPutBytes) return put(name, await readFile(file), 'upload', signal)
    const { Upload } = await import('@aws-sdk/lib-storage')
    const send = (client: S3) => {
      const params = { ...target(name), ContentType: typeOf(name), Body: createReadStream(file) }
      const upload = new Upload({ client, params })
      const stop = () => void upload.abort()
      signal?.addEventListener('abort', stop, { once: true })
      return upload.done().finally(() => signal?.removeEventListener('abort', stop))
    }
    await call('upload', `PUT ${name}`, send, signal)
  }

  async function remove(name: string) {
    const send = (s3: S3) => s3.deleteObject(target(name)).catch(undefinedIfMissing)
    await call('manage', `DELETE ${name}`, send)
  }

  /** Lists all keys with a prefix, a thousand per request. */
  async function* list(below: string): AsyncGenerator<S3Object> {
    const query: ListObjectsV2CommandInput = { Bucket: bucket, Prefix: prefix + below }
    do {
      const page = await call('manage', `list ${below}`, (s3) => s3.listObjectsV2(query))
      for (const { Key = '', Size = 0, LastModified, ETag = '' } of page.Contents ?? [])
        yield { key: Key.slice(prefix.length), size: Size, at: Number(LastModified), etag: ETag }
      query.ContinuationToken = page.NextContinuationToken
    } while (query.ContinuationToken)
  }

  /** Copies a file within the store, without downloading it. @returns false if it does not exist */
  const copy = (from: StoredObject, name: string, part_bytes = maxCopyBytes): Promise<boolean> =>
    call('put', `COPY ${name}`, (s3) => copyWithin(s3, target(name), { ...from, part_bytes }))

  /** The address of a file as the source of a copy. */
  const addressOf = (name: string) =>
    `${bucket}/${(prefix + name).split('/').map(encodeURIComponent).join('/')}`

  return { get, has, put, putFile, remove, list, copy, addressOf }
}

/** Larger objects are copied in parts: one request copies at most 5 GiB, and answers when it has finished. */
const maxCopyBytes = 2 ** 30

/** `address`: as `addressOf` gives it. */
type StoredObject = { address: string; size: number }
type CopyOrder = StoredObject & { part_bytes: number }
type Target = { Bucket: string; Key: string }

/** @returns false if the source does not exist */
async function copyWithin(s3: S3, to: Target, order: CopyOrder): Promise<boolean> {
  const { address: CopySource, size, part_bytes } = order
  try {
    if (size > part_bytes) await copyInParts(s3, to, order)
    else await s3.copyObject({ ...to, CopySource })
    return true
  } catch (error) {
    undefinedIfMissing(error as S3Error)
    return false
  }
}

async function copyInParts(
  s3: S3,
  to: Target,
  { address: CopySource, size, part_bytes }: CopyOrder,
): Promise<void> {
  const { UploadId } = await s3.createMultipartUpload({ ...to, ContentType: typeOf(to.Key) })
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    for (let start = 0; start < size; start += part_bytes) {
      const PartNumber = Parts.length + 1
      const CopySourceRange = `bytes=${start}-${Math.min(start + part_bytes, size) - 1}`
      const part = { ...to, UploadId, PartNumber, CopySource, CopySourceRange }
      const { CopyPartResult } = await s3.uploadPartCopy(part)
      Parts.push({ PartNumber, ETag: CopyPartResult?.ETag })
    }
    await s3.completeMultipartUpload({ ...to, UploadId, MultipartUpload: { Parts } })
  } catch (error) {
    await s3.abortMultipartUpload({ ...to, UploadId }).catch(() => {})
    throw error
  }
}

/** Loads the SDK, which takes 300 ms and 35 MB, only where S3 is configured. One client for each kind of call. */
async function connect(config: S3Config): Promise<Record<keyof typeof calls, S3>> {
  const [sdk, { ConfiguredRetryStrategy }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@smithy/core/retry'),
  ])
  const create = (kind: keyof typeof calls) =>
    new sdk.S3({
      endpoint: config.endpoint,
      region: config.region,
      credentials: {
        accessKeyId: config.access_key_id,
        secretAccessKey: config.secret_access_key,
      },
      forcePathStyle: config.addressing === 'path',
      // Other stores do not have all of Amazon's checksums; the signature covers the SHA-256 of a body.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // With `Expect: 100-continue` the SDK opens a new connection for each body.
      expectContinueHeader: false,
      requestHandler: {
        requestTimeout: calls[kind].timeoutMs,
        throwOnRequestTimeout: true,
        socketTimeout: idleMs,
        httpAgent: { maxSockets },
        httpsAgent: { maxSockets },
      },
      retryStrategy: new ConfiguredRetryStrategy(
        calls[kind].attempts,
        (failures) => 100 * 4 ** (failures - 1) * (0.5 + Math.random() / 2),
      ),
    })
  return {
    read: create('read'),
    manage: create('manage'),
    put: create('put'),
    upload: create('upload'),
  }
}

const abortedBy = (signal: AbortSignal | undefined) => (signal ? { abortSignal: signal } : {})

type S3Error = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

/** A missing bucket does not mean that the file is absent. */
function undefinedIfMissing(error: S3Error): undefined {
  if (error.$metadata?.httpStatusCode !== 404 || error.name === 'NoSuchBucket') throw error
}

const types = new Map(
  Object.entries({
    html: 'text/html; charset=utf-8',
    m3u8: 'application/vnd.apple.mpegurl',
    mp4: 'video/mp4',
    m4s: 'video/iso.segment',
    vtt: 'text/vtt; charset=utf-8',
    webp: 'image/webp',
  }),
)

const typeOf = (name: string) =>
  types.get(name.slice(name.lastIndexOf('.') + 1)) ?? 'application/octet-stream'
