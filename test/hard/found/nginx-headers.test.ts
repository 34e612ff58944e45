import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { refusalPreference } from '#contract/core/endpoint.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeMember } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import { clientOf, openFilmApp, readVideo, siblingUrl } from '#test/fixtures/sold-film.ts'
import { noNginx, startNginx } from '#test/hard/start-nginx.ts'

vi.setConfig({ testTimeout: 240_000 })

const root = join(import.meta.dirname, '../../..')

type Answer = { status: number; body: string }
let lastAddress = 0

/** Sends a request with any header, from an address of its own, because nginx limits each address. */
function send(url: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Answer> {
  const localAddress = `127.0.1.${1 + (lastAddress++ % 250)}`
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, localAddress, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString('latin1'),
        }),
      )
    })
    sent.on('error', reject).end()
  })
}

/** A path for each location of the configuration that passes requests on. */
const samples: Readonly<Record<string, string>> = {
  '/': '/series/1',
  '/ws/': '/ws/watch-history/',
  '/api/studio/uploads/': '/api/studio/uploads/1',
  '~ ^/media/[^/]+/\\d+f?p/(?:keys/|main\\.m3u8$)': '/media/token/1p/keys/v108/1.key',
  '~ ^/media/[^/]+/(?<film>[1-9]\\d*p?/[\\w/-]+\\.(?:m3u8|mp4|m4s|vtt|webp))$':
    '/media/token/1/v108/init.mp4',
  '= /media-auth-check': '/media/token/2/v108/init.mp4',
  '@app': '/media/refused/1/v108/init.mp4',
  '/images/': '/images/aaaaaaaaaa/320.webp',
  '/images/u': '/images/uaaaaaaaaa/256.webp',
}

/** Headers by which a client might pretend to be another, or change what the server answers. */
const forged = {
  'x-forwarded-for': '6.6.6.6',
  'x-forwarded-proto': 'https',
  'x-real-ip': '6.6.6.6',
  forwarded: 'for=6.6.6.6;proto=https',
  prefer: refusalPreference,
  cookie: 'sid=x',
  connection: 'upgrade',
  upgrade: 'websocket',
}

test('sends the same address, host and scheme to the servers at every location', async (context) => {
  if (noNginx) return context.skip(noNginx)
  const received: IncomingMessage[] = []
  const upstream = createServer((incoming, response) => {
    received.push(incoming)
    response.writeHead(incoming.url?.startsWith('/media-auth/media/refused') ? 403 : 204).end()
  })
  upstream.listen(0, '127.0.0.1')
  onTestFinished(() => void upstream.close())
  await once(upstream, 'listening')
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const nginx = await startNginx([origin, origin])

  const config = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
  const locations = [...config.matchAll(/^ {4}location (.*) \{\n((?: {6}.*\n)*)/gm)]
    .filter(([, , body]) => body?.includes('proxy_pass '))
    .map(([, name]) => name)
  expect(Object.keys(samples).sort()).toEqual(locations.sort())

  const authorizations: IncomingMessage[] = []
  for (const path of Object.values(samples)) {
    received.length = 0
    await fetch(nginx.origin + path)
    const usual = received.map(({ headers }) => headers)
    received.length = 0
    // From 127.0.0.1, as the request before.
    await new Promise((resolve) =>
      request(nginx.origin + path, { headers: forged }, (response) =>
        response.resume().on('close', resolve),
      ).end(),
    )
    expect(received.length).toBeGreaterThan(0)
    expect(received.length).toBe(usual.length)
    for (const { url = '', headers } of received) {
      expect([url, headers['x-forwarded-for']]).toEqual([url, '127.0.0.1'])
      expect(headers['x-forwarded-proto']).toBe('http')
      expect(headers.host).toBe(new URL(nginx.origin).host)
      expect(headers['forwarded']).toBeUndefined()
      expect(headers['prefer']).toBe(url.startsWith('/api/') ? refusalPreference : undefined)
      expect(headers.upgrade).toBe(url.startsWith('/ws/') ? 'websocket' : undefined)
    }
    authorizations.push(...received.filter(({ url }) => url?.startsWith('/media-auth/')))
  }
  expect(authorizations.length).toBeGreaterThan(0)
  for (const { headers } of authorizations)
    expect(Object.keys(headers).sort()).toEqual(['host', 'x-forwarded-for', 'x-forwarded-proto'])
})

test('asks for a film without the length of a body, so that the connection stays in step', async (context) => {
  if (noNginx) return context.skip(noNginx)
  const received: IncomingMessage[] = []
  const upstream = createServer((incoming, response) => {
    received.push(incoming)
    response.writeHead(incoming.url?.startsWith('/media-auth/') ? 403 : 200).end(incoming.url)
  })
  upstream.listen(0, '127.0.0.1')
  onTestFinished(() => {
    upstream.closeAllConnections()
    upstream.close()
  })
  await once(upstream, 'listening')
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const nginx = await startNginx([origin, origin])

  for (const [count, method] of ['GET', 'POST', 'PUT', 'DELETE'].entries()) {
    // Its body is announced and does not arrive.
    const unfinished = request(`${nginx.origin}/media/refused/1/v108/init.mp4`, {
      method,
      headers: { 'content-length': 30 },
    })
    unfinished.on('error', () => {})
    unfinished.flushHeaders()
    onTestFinished(() => void unfinished.destroy())
    const isAuthorization = ({ url = '' }: IncomingMessage) => url.startsWith('/media-auth/')
    await expect.poll(() => received.filter(isAuthorization).length).toBe(count + 1)
    for (const path of ['/series/1', '/series/2', '/series/3'])
      expect(await send(nginx.origin + path)).toEqual({ status: 200, body: path })
    for (const { headers } of received.filter(isAuthorization)) {
      expect(headers['content-length']).toBeUndefined()
      expect(headers['transfer-encoding']).toBeUndefined()
    }
  }
})

/** Records the names of the headers that servers of this process read from requests, until the test ends. */
function recordHeaderReads(): ReadonlySet<string> {
  const names = new Set<string>()
  const record = (message: unknown) => {
    const { request: incoming } = message as { request: IncomingMessage }
    const value = new Proxy(incoming.headers, {
      get(headers, name) {
        if (typeof name === 'string') names.add(name)
        return headers[name as string]
      },
    })
    Object.defineProperty(incoming, 'headers', { value })
  }
  subscribe('http.server.request.start', record)
  onTestFinished(() => void unsubscribe('http.server.request.start', record))
  return names
}

/** The names of headers in the source of the HTTP layer. */
const headersInSource = () =>
  globSync('server/http/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [
      ...readFileSync(join(root, path), 'utf8').matchAll(/headers(?:\.|\[')([a-z][a-z-]+)/g),
    ])
    .map(([, name = '']) => name)

/** Values that any of the headers might act on. */
const values = [
  ...[refusalPreference, '1', '0', '*', 'bytes=0-0', 'bytes=9-', 'text/html', 'GET', 'DELETE'],
  ...['websocket', 'same-origin', 'cross-site', 'prefetch', 'something', '127.0.0.1', 'no-cache'],
]
/** These frame the message itself. */
const framing = new Set(['content-length', 'transfer-encoding', 'connection', 'host'])

test('changes no refusal by a header, and stores no error', async (context) => {
  if (noNginx) return context.skip(noNginx)
  const films = await openFilmApp()
  onTestFinished(() => films.close())
  const { app } = films
  const free = await films.encode({})
  const sold = await films.encode({ is_free: false, price: 1_500, in_subscription: false })
  const buyer = await makeMember(app)
  await buyByCard(app, buyer, sold.episode_id)
  const open = (await readVideo(clientOf(app), free)).manifest_url
  const paid = (await readVideo(buyer, sold)).manifest_url
  const nginx = await startNginx([app.origin, await app.another()])
  const forge = (path: string) => path.replace(/^\/media\/[^/]+/, '/media/x')

  const names = recordHeaderReads()
  const keyPath = siblingUrl(paid, 'keys/v108/1.key')
  const refused: [path: string, status: number][] = [
    [forge(siblingUrl(open, 'v108/init.mp4')), 403],
    [forge(siblingUrl(open, 'v108/00000.m4s')), 403],
    [forge(siblingUrl(paid, 'captions/ko.vtt')), 403],
    [keyPath, 403],
    [`/media-auth${open}`, 404],
    ['/media-auth-check', 404],
    ['/images/uaaaaaaaaaa/256.webp', 404],
    ['/metrics', 404],
  ]
  const served = [siblingUrl(open, 'v108/init.mp4'), siblingUrl(paid, 'v108/init.mp4'), open]
  const plain = new Map<string, Answer>()
  for (const path of served) plain.set(path, await send(nginx.origin + path))
  for (const [path, status] of refused)
    expect([path, (await send(nginx.origin + path)).status]).toEqual([path, status])
  for (const path of [...served, ...refused.map(([path]) => path)])
    await send(app.origin + path, { 'sec-fetch-site': 'same-origin' })

  const tried = [...new Set([...names, ...headersInSource()])].filter((name) => !framing.has(name))
  expect(tried).toEqual(
    expect.arrayContaining(['accept', 'cookie', 'if-none-match', 'prefer', 'range', 'sec-purpose']),
  )
  for (const name of tried) {
    await Promise.all(
      values.map(async (value) => {
        const headers = { [name]: value }
        for (const [path, status] of refused) {
          const answer = await send(nginx.origin + path, headers)
          // Same-origin requests for a key are refused for their lack of a session.
          const expected = path === keyPath && answer.status === 401 ? 401 : status
          expect([path, headers, answer.status]).toEqual([path, headers, expected])
        }
        for (const path of served) {
          const answer = await send(nginx.origin + path, headers)
          const what = JSON.stringify([path, headers])
          const isWhole = answer.status === 200 && name !== 'accept-encoding'
          expect(!isWhole || answer.body === plain.get(path)?.body, what).toBe(true)
          expect([200, 206, 304, 412, 416], what).toContain(answer.status)
        }
      }),
    )
  }
  // A segment that nobody has played yet is refused to a forged token, and then served whole.
  const unplayed = siblingUrl(open, 'v108/00001.m4s')
  for (const [method, status] of [
    ['GET', 403],
    ['HEAD', 403],
    ['POST', 405],
  ] as const)
    expect(
      (await send(nginx.origin + forge(unplayed), { prefer: refusalPreference }, method)).status,
    ).toBe(status)
  const segment = await send(nginx.origin + unplayed)
  expect(segment).toEqual(await send(app.origin + unplayed))
  expect(segment.status).toBe(200)
  const stored = await nginx.readCache()
  expect(stored.length).toBeGreaterThan(2)
  for (const file of stored) expect(file).not.toMatch(/problem\+json|text\/html/)
})
