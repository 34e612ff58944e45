import { isStaffAccess, type Endpoint } from '#contract/core/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientFor, json, expectProblemResponse } from '#test/app/example-client.ts'
import { makeMember } from '#test/fixtures/members.ts'
import type { TestApp } from '#test/app/test-app.ts'
import { casesOf, openPlantedWorld } from './calls.ts'

let app: TestApp
beforeAll(async () => {
  app = await openPlantedWorld()
})
afterAll(() => app?.close())

const bodyOf = (endpoint: Endpoint) =>
  endpoint.is_webhook
    ? 'webhook'
    : endpoint.form
      ? 'form'
      : endpoint.file
        ? 'file'
        : endpoint.body
          ? 'JSON'
          : 'no body'

/** One endpoint per code path of `mount.ts`: access, method, body and response. */
const kinds = [
  ...Map.groupBy(casesOf(), ({ endpoint }) =>
    [
      isStaffAccess(endpoint.access) ? 'staff' : endpoint.access,
      endpoint.method === 'GET' ? 'read' : 'write',
      `with ${bodyOf(endpoint)}`,
      ...(endpoint.download ? ['and download'] : []),
    ].join(' '),
  ),
].map(([kind, cases]) => ({
  kind,
  // Prefers an example that succeeds.
  ...(cases.find(({ example }) => !example.refused) ?? cases[0]!),
}))

describe.each(kinds)('$kind ($name)', ({ endpoint, example, path }) => {
  const { method } = endpoint
  const open = () => clientFor(app, endpoint, example)

  it('responds the same with and without a trailing slash', async () => {
    const [base = '', query] = path.split('?')
    const short = `${base.replace(/\/$/, '')}${query ? `?${query}` : ''}`
    const answers: unknown[] = []
    // Two clients, a minute apart: most writes succeed only once per member.
    for (const url of [path, short]) {
      const send = await open()
      const response = await send(url)
      answers.push([response.status, response.headers.get('content-type')])
      app.clock.advance(61_000)
    }
    expect(answers[1]).toEqual(answers[0])
  })

  if (endpoint.access !== 'public')
    it('is not cached', async () => {
      const send = await open()
      expect((await send(path)).headers.get('cache-control')).toBe('no-store')
    })

  if (method !== 'GET' && !endpoint.is_webhook)
    it('rejects a cross-origin write', async () => {
      const { cookie } = await makeMember(app)
      const { headers: exampleHeaders, ...init } = example.body
        ? json(example.body)
        : (example.init ?? {})
      const foreign: Record<string, string>[] = [
        {},
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': '' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `${app.origin}.evil.example` },
        { 'sec-fetch-site': 'cross-site', origin: app.origin },
      ]
      for (const originHeaders of foreign) {
        // `app.fetch` would add the headers of a same-origin page.
        const headers = {
          ...(exampleHeaders as Record<string, string> | undefined),
          cookie,
          ...originHeaders,
        }
        const response = await fetch(app.origin + path, { method, ...init, headers })
        expect(response.status, JSON.stringify(originHeaders)).toBe(403)
        await expectProblemResponse(response, 'cross_origin_request')
      }
    })

  if (endpoint.body && !endpoint.form)
    describe('its body', () => {
      const { body = {} } = example

      it('must be a JSON object', async () => {
        const send = await open()
        const headers = { 'content-type': 'application/json' }
        for (const text of [
          '',
          '{',
          '{"a":1,}',
          "{'a':1}",
          '{"__proto__":{}}',
          '\u0000',
          'nonsense',
        ])
          await expectProblemResponse(await send(path, { headers, body: text }), 'malformed_body')
        for (const text of ['[]', '"text"', '7', 'true'])
          await expectProblemResponse(await send(path, { headers, body: text }), 'invalid_request')
      })

      it('must have the JSON media type', async () => {
        const send = await open()
        const text = JSON.stringify(body)
        for (const type of [
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'application/jsonp',
          'image/png',
        ]) {
          const response = await send(path, { headers: { 'content-type': type }, body: text })
          expect(response.status, type).toBe(415)
          await expectProblemResponse(response, 'unsupported_media_type')
        }
        const unnamed = await send(path, { headers: {}, body: new TextEncoder().encode(text) })
        await expectProblemResponse(unnamed, 'unsupported_media_type')
      })

      it('has at most 64 KiB', async () => {
        const send = await open()
        const maxBytes = 64 * 1024
        const spaces = (count: number) => `${JSON.stringify(body)}${' '.repeat(count)}`
        const headers = { 'content-type': 'application/json' }
        const over = spaces(maxBytes - Buffer.byteLength(spaces(0)) + 1)
        await expectProblemResponse(await send(path, { headers, body: over }), 'body_too_large')
        const full = await send(path, { headers, body: over.slice(0, -1) })
        expect(full.status).not.toBe(413)
      })
    })
})
