import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStorage, type StorageKey } from '#server/adapters/storage/index.ts'
import { FileCache, parseRange } from './file-cache.ts'

const digits = '0123456789'
const large = Buffer.alloc(9 * 2 ** 20, 'ab')
const folder = mkdtempSync(join(tmpdir(), 'hanpyeon-hot-'))
const file = (name: string, body: string | Buffer) => writeFileSync(join(folder, name), body)

const { read, stream } = createStorage(undefined, {
  media_dir: folder,
  images_dir: folder,
  uploads_dir: folder,
  attachments_dir: folder,
})
let files = new FileCache(2 ** 20, { read, stream })
let server: Server
let origin = ''
beforeAll(async () => {
  file('digits.mp4', digits)
  file('large.mp4', large)
  server = createServer((request, response) => {
    const name: StorageKey = `media/${request.url?.slice(1) ?? ''}`
    const headers = { type: 'video/mp4', caching: 'public, max-age=31536000, immutable' }
    void files.serve(name, request, response, headers).then((served) => {
      if (!served) response.writeHead(404).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const fetchFile = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${origin}/${name}`, { method, headers })

test.each<[string | undefined, ReturnType<typeof parseRange>]>([
  [undefined, 'whole'],
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=9-9', { start: 9, end: 9 }],
  ['bytes=0-99', { start: 0, end: 9 }],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['Bytes=0-3', { start: 0, end: 3 }],
  // Ranges outside the file.
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  // Invalid or multiple ranges are ignored.
  ['bytes=3-2', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['bytes=a-b', 'whole'],
  ['chapters=0-1', 'whole'],
  ['0-1', 'whole'],
])('Range: %s of ten bytes', (range, part) => {
  expect(parseRange(range, 10)).toEqual(part)
})

test('parseRange rejects any range of an empty file', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
  expect(parseRange('bytes=-1', 0)).toBe('unsatisfiable')
})

describe.each([
  ['from memory', 'digits.mp4', Buffer.from(digits)],
  ['from disk', 'large.mp4', large],
])('%s', (_, name, bytes) => {
  test('serves the whole file', async () => {
    const response = await fetchFile(name)
    expect([response.status, response.headers.get('content-length')]).toEqual([
      200,
      String(bytes.length),
    ])
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('serves a range', async () => {
    const response = await fetchFile(name, { range: 'bytes=2-5' })
    expect([response.status, response.headers.get('content-range')]).toEqual([
      206,
      `bytes 2-5/${bytes.length}`,
    ])
    expect(await response.text()).toBe(bytes.subarray(2, 6).toString())
  })

  test('responds 416 to a range outside the file', async () => {
    const response = await fetchFile(name, { range: `bytes=${bytes.length}-` })
    expect([response.status, response.headers.get('content-range')]).toEqual([
      416,
      `bytes */${bytes.length}`,
    ])
  })

  test('responds to HEAD without a body', async () => {
    const response = await fetchFile(name, {}, 'HEAD')
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(await response.text()).toBe('')
    // RFC 9110, 14.2: Range applies to GET only.
    expect((await fetchFile(name, { range: 'bytes=0-1' }, 'HEAD')).status).toBe(200)
  })

  test('responds 304 to a matching If-None-Match', async () => {
    const etag = (await fetchFile(name, {}, 'HEAD')).headers.get('etag') ?? ''
    const response = await fetchFile(name, { 'if-none-match': `"other", ${etag}` })
    expect(response.status).toBe(304)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await fetchFile(name, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('serves a range only if If-Range matches', async () => {
    const etag = (await fetchFile(name, {}, 'HEAD')).headers.get('etag') ?? ''
    const range = 'bytes=0-1'
    expect((await fetchFile(name, { range, 'if-range': etag })).status).toBe(206)
    // If-Range compares strongly; dates are not supported.
    for (const other of ['"other"', `W/${etag}`, new Date().toUTCString()])
      expect((await fetchFile(name, { range, 'if-range': other })).status).toBe(200)
  })
})

test('responds 404 to a missing file or a folder', async () => {
  expect((await fetchFile('none.mp4')).status).toBe(404)
  expect((await fetchFile('')).status).toBe(404)
})

test('reads a file once for concurrent requests and stays within the memory limit', async () => {
  const limit = 1_000
  files = new FileCache(limit, { read, stream })
  for (let at = 0; at < 8; at++) file(`part-${at}.m4s`, String(at).repeat(300))
  const duplicates = await Promise.all(Array.from({ length: 20 }, () => fetchFile('part-0.m4s')))
  expect(await Promise.all(duplicates.map((response) => response.text()))).toEqual(
    Array.from({ length: 20 }, () => '0'.repeat(300)),
  )
  expect(files.size).toBe(300)
  const distinct = await Promise.all(
    Array.from({ length: 8 }, (_, at) => fetchFile(`part-${at}.m4s`)),
  )
  for (const [at, response] of distinct.entries())
    expect(await response.text()).toBe(String(at).repeat(300))
  expect(files.size).toBeLessThanOrEqual(limit)
})

test('reads files again after eviction', async () => {
  files = new FileCache(2 ** 20, { read, stream })
  for (const name of ['12', '123']) mkdirSync(join(folder, name))
  for (const name of ['12/a.m4s', '123/a.m4s']) {
    file(name, 'data')
    expect((await fetchFile(name)).status).toBe(200)
    rmSync(join(folder, name))
    expect((await fetchFile(name)).status).toBe(200)
  }
  files.evict('media/12')
  expect([(await fetchFile('12/a.m4s')).status, files.size]).toEqual([404, 4])
  expect((await fetchFile('123/a.m4s')).status).toBe(200)
})
