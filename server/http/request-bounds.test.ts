import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
