import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFilmPurger } from './index.ts'

type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string }

let api: Server
let origin = ''
let received: Received[] = []
let status = 200

beforeAll(async () => {
  api = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request
      received.push({ method, path: url, headers, body })
      response.writeHead(status).end('{"status":"ok"}')
    })
  })
  api.listen(0, '127.0.0.1')
  await once(api, 'listening')
  origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
})
afterAll(() => api.close())
beforeEach(() => {
  received = []
  status = 200
})

const key = 'the key of this test'
const now = new Date('2026-03-01T09:30:05.250Z')

test('nginx gets a signed address for each film', async () => {
  await createFilmPurger(origin, key).purge([5, 12], now)
  expect(received.map(({ method }) => method)).toEqual(['POST', 'POST'])
  const [, , token = '', asset] = received[1]!.path.split('/')
  const [expiry = '', ...mac] = token.split('-')
  const expires = Number.parseInt(expiry, 36)
  expect([asset, expires]).toEqual(['12', now.getTime() + 60_000])
  const expected = createHmac('sha256', key).update(`purge|12|${expires}`).digest()
  expect(mac.join('-')).toBe(expected.subarray(0, 16).toString('base64url'))
})

test('Fastly gets the surrogate keys of up to 256 films at once', async () => {
  const ids = Array.from({ length: 257 }, (_, at) => at + 1)
  await createFilmPurger(`fastly://a-token@SvcId1?api=${origin}`, key).purge(ids, now)
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array(2).fill('POST /service/SvcId1/purge'),
  )
  expect(received.map(({ headers }) => headers['fastly-key'])).toEqual(['a-token', 'a-token'])
  const keys = received.map(({ headers }) => String(headers['surrogate-key']).split(' '))
  expect(keys.map((group) => group.length)).toEqual([256, 1])
  expect(keys.flat()).toEqual(ids.map((id) => `film-${id}`))
})

/** Verifies AWS Signature Version 4 from the received request alone, as the API does. */
function isSigned({ method, path, headers, body }: Received, secret: string): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=AKIA1\/(\d{8})\/us-east-1\/cloudfront\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/
  const [, day = '', names = '', signature] = pattern.exec(headers.authorization ?? '') ?? []
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const canonical = `${method}\n${path}\n\n${lines.join('')}\n${names}\n${hash(body)}`
  const scope = `${day}/us-east-1/cloudfront/aws4_request`
  const text = `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${scope}\n${hash(canonical)}`
  const sign = (by: string | Buffer, part: string) => createHmac('sha256', by).update(part).digest()
  const dayKey = sign(sign(sign(`AWS4${secret}`, day), 'us-east-1'), 'cloudfront')
  return sign(sign(dayKey, 'aws4_request'), text).toString('hex') === signature
}

test('CloudFront gets a signed invalidation of the folders of a film', async () => {
  const address = `cloudfront://AKIA1:a%2Fsecret@E2ABC?api=${origin}`
  await createFilmPurger(address, key).purge([5], now)
  const [request] = received
  expect(request).toMatchObject({
    method: 'POST',
    path: '/2020-05-31/distribution/E2ABC/invalidation',
    headers: { 'x-amz-date': '20260301T093005Z' },
  })
  expect(isSigned(request!, 'a/secret')).toBe(true)
  expect(isSigned({ ...request!, body: `${request!.body} ` }, 'a/secret')).toBe(false)
  expect(Array.from(request!.body.matchAll(/<Path>(.*?)<\/Path>/g), ([, path]) => path)).toEqual(
    ['5', '5f', '5p', '5fp'].map((folder) => `/media/-/${folder}/*`),
  )
  expect(request!.body).toContain('<Quantity>4</Quantity>')
})

test('CloudFront invalidates all films where more were withdrawn than it takes wildcards', async () => {
  const address = `cloudfront://AKIA1:a@E2ABC?api=${origin}`
  await createFilmPurger(address, key).purge([1, 2, 3, 4], now)
  expect(received[0]?.body).toContain(
    '<Quantity>1</Quantity><Items><Path>/media/-/*</Path></Items>',
  )
})

test.each(['', 'varnish://', 'fastly://t@s?api=', 'cloudfront://a:b@e?api='])(
  'a refusal of %j fails the purge',
  async (scheme) => {
    status = 503
    const address = scheme === 'varnish://' ? origin.replace('http:', 'varnish:') : scheme + origin
    await expect(createFilmPurger(address, key).purge([5], now)).rejects.toThrow('answered 503')
  },
)
