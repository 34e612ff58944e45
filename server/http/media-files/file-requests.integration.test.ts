import { refusalPreference } from '#contract/core/endpoint.ts'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf, openFilmApp, readVideo } from '#test/fixtures/sold-film.ts'
import type { TestApp } from '#test/app/test-app.ts'

let films: Awaited<ReturnType<typeof openFilmApp>>
let app: TestApp
let film: string
beforeAll(async () => {
  films = await openFilmApp({ env: { RATE_LIMITS: 'on' } })
  app = films.app
  film = (await readVideo(clientOf(app), await films.encode({}))).manifest_url
})
afterAll(() => films.close())

/** Sends a request with any method and headers, which fetch does not permit. */
function statusOf(path: string, method = 'GET', headers: Record<string, string> = {}) {
  return new Promise<number>((resolve, reject) => {
    const sent = sendRequest(app.origin + path, { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject).end()
  })
}

const requests: [method: string, headers: Record<string, string>][] = [
  ['GET', {}],
  ['HEAD', {}],
  ['POST', { 'content-length': '0' }],
  ['DELETE', {}],
  ['OPTIONS', { origin: 'https://e.example' }],
  ['GET', { prefer: refusalPreference }],
  ['GET', { accept: 'text/html' }],
  ['GET', { range: 'bytes=0-0', 'if-none-match': '*' }],
  ['GET', { expect: 'something' }],
  ['GET', { connection: 'upgrade', upgrade: 'websocket' }],
  ['GET', { 'x-http-method-override': 'PUT' }],
]

describe('/media-auth/', () => {
  it.each(requests)('answers 204 or 403 to %s %j', async (method, headers) => {
    const refused = film.replace('/media/', '/media/x')
    for (const [path, status] of [
      [film, 204],
      [`${film}?a=1`, 204],
      [refused, 403],
      ['/images/aa/aaaaaaaa/320.webp', 403],
      ['/', 403],
      [`/${'a'.repeat(4_000)}`, 403],
      [`/media//${film}`, 403],
      ['/media/%', 403],
    ] as const)
      expect([path, await statusOf(`/media-auth${path}`, method, headers)]).toEqual([path, status])
  })

  it.each(['GET', 'POST'])(
    'ends the connection of a %s whose body is announced',
    async (method) => {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const headers = { 'content-length': '30', connection: 'keep-alive' }
        const sent = sendRequest(`${app.origin}/media-auth${film}`, { method, headers }, resolve)
        // The body never arrives.
        sent.on('error', reject).flushHeaders()
      })
      expect([answer.statusCode, answer.headers.connection]).toEqual([204, 'close'])
      answer.destroy()
    },
  )

  it('answers neither 404 nor 429 to a flood', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 1_500 }, () => statusOf('/media-auth/media/x/1/main.m3u8')),
    )
    expect(new Set(statuses)).toEqual(new Set([403]))
  })
})

it.each(requests.slice(5))('keeps the refusal of a file for %s %j', async (method, headers) => {
  expect(await statusOf('/media/x/1/v108/init.mp4', method, headers)).toBe(403)
})
