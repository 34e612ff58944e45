import { endpoints } from '#contract/index.ts'
import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

/** Sends a target verbatim, and returns the status line. */
async function statusOf(target: string, headers = ''): Promise<string> {
  const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
  socket.write(`GET ${target} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`)
  const [head] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return head.toString('latin1').split('\r\n', 1)[0] ?? ''
}

test.each([
  ['/series/1', ''],
  ['/series/1.data', ''],
  ['/__manifest', ''],
  ['/api/contents/series/1/', ''],
  ['/api/studio/uploads/1', ''],
  ['/media/token/1/main.m3u8', ''],
  ['/images/aaaaaaaaaa/320.webp', ''],
  ['/assets/none.js', ''],
  [
    '/ws/watch-history/',
    'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
  ],
])('bounds path and query of %s', async (path, headers) => {
  const statuses = await Promise.all(
    [
      `${path}${'a'.repeat(600)}`,
      `${path}${'/'.repeat(600)}x`,
      `/${path}`,
      `${path}?${'a'.repeat(13_000)}`,
      `${path}?${'a&'.repeat(600)}`,
    ].map((target) => statusOf(target, headers)),
  )
  expect(statuses).toEqual([
    'HTTP/1.1 414 URI Too Long',
    'HTTP/1.1 414 URI Too Long',
    'HTTP/1.1 404 Not Found',
    'HTTP/1.1 414 URI Too Long',
    'HTTP/1.1 400 Bad Request',
  ])
})

test.each([
  ['arrays', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['objects', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
])('rejects deeply nested %s before they are read', async (_, body) => {
  const member = await makeMember(app)
  for (const key of [undefined, 'a-key-of-this-test'])
    for (const { path } of [endpoints.transactions.orderEpisode, endpoints.reviews.writeReview]) {
      const response = await member.fetch(path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key ? { 'idempotency-key': key } : {}),
        },
        body,
      })
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        400,
        'malformed_body',
      ])
    }
})

test('answers a request that names the type of a body and has none', async () => {
  const response = await app.fetch('/api/contents/likes/1', {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(10_000),
  })
  expect(response.status).toBe(401)
})
