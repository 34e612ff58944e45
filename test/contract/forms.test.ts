import { endpointList } from '#contract/index.ts'
import { seedCatalogue } from '#seed/seed-catalogue.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clientFor, expectProblemResponse, type Send } from '#test/app/example-client.ts'
import { type Example, examples } from '../examples/index.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ planted: true })
  await seedCatalogue(app.transact, app.clock.now())
})
afterAll(() => app?.close())

describe.each(endpointList.filter(({ endpoint }) => endpoint.form))(
  'the form of $name',
  ({ name, endpoint }) => {
    const example: Example = examples[name as keyof typeof examples] ?? { path: '' }
    const { file: file_field = '', max_bytes = 0 } = endpoint.form ?? {}
    const browser = () => clientFor(app, endpoint, { ...example, init: {} })
    const exampleFields = [...((example.init?.body ?? new FormData()) as FormData)]
    const fields = Object.entries(endpoint.body?.shape ?? {})

    /** The form of the example with a change. */
    function formWith(change: (form: FormData) => void): RequestInit {
      const form = new FormData()
      for (const [field, value] of exampleFields) form.append(field, value)
      change(form)
      return { body: form }
    }

    async function faultsOf(send: Send, change: (form: FormData) => void) {
      const problem = await expectProblemResponse(
        await send(example.path, formWith(change)),
        'invalid_request',
      )
      return problem.errors.map(({ field, code }) => [field, code])
    }

    test('rejects missing, repeated, overlong and unknown fields by name', async () => {
      const send = await browser()
      const required = fields.filter(([, schema]) => !z.safeParse(schema, undefined).success)
      for (const [field] of required)
        expect(await faultsOf(send, (form) => form.delete(field))).toEqual([[field, 'required']])
      for (const [field] of fields) {
        expect(await faultsOf(send, (form) => form.append(field, 'x'))).toEqual([
          [field, 'invalid_type'],
        ])
        const [fault] = await faultsOf(send, (form) => form.set(field, 'a'.repeat(100_000)))
        expect(fault?.[0]).toBe(field)
        expect(['too_long', 'invalid_format']).toContain(fault?.[1])
      }
      for (const unknown of ['nonsense', 'Title', `${file_field}[]`])
        expect(await faultsOf(send, (form) => form.append(unknown, '1'))).toEqual([
          [unknown, 'unknown_field'],
        ])
      expect(await faultsOf(send, (form) => form.set(file_field, 'text'))).toEqual([
        [file_field, 'unknown_field'],
      ])
    })

    test('accepts one file in its field up to the size limit', async () => {
      const send = await browser()
      const file = new File(['text'], 'a.txt')
      const [misplaced] = await faultsOf(send, (form) => {
        form.delete(file_field)
        form.append('other', file)
      })
      expect(misplaced).toEqual(['other', 'unknown_field'])
      const two = await send(
        example.path,
        formWith((form) => form.append(file_field, file)),
      )
      await expectProblemResponse(two, 'body_too_large')
      const sized = (bytes: number) =>
        send(
          example.path,
          formWith((form) => form.set(file_field, new File([new Uint8Array(bytes)], 'a'))),
        )
      expect((await sized(max_bytes)).status).not.toBe(413)
      await expectProblemResponse(await sized(max_bytes + 1), 'file_too_large')
    })

    test('does not fail on control characters', async () => {
      const send = await browser()
      for (const [field] of fields)
        for (const text of ['\u0000', 'a\u0000b', '\u202e', '\r\nBcc: x', '\u{10ffff}', ' ']) {
          const response = await send(
            example.path,
            formWith((form) => form.set(field, text)),
          )
          expect(response.status, `${field}=${JSON.stringify(text)}`).toBeLessThan(500)
        }
    })

    test('accepts only a complete multipart form', async () => {
      const send = await browser()
      for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
        await expectProblemResponse(
          await send(example.path, { headers: { 'content-type': type }, body: '{}' }),
          'unsupported_media_type',
        )
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1'
      for (const body of ['nonsense', '--x', part, `${part}\r\n--x`])
        await expectProblemResponse(await send(example.path, { headers, body }), 'malformed_body')
      for (const type of ['multipart/form-data', 'multipart/form-data; boundary='])
        await expectProblemResponse(
          await send(example.path, { headers: { 'content-type': type }, body: part }),
          'malformed_body',
        )
      // An empty form is valid multipart.
      const nothing = await send(example.path, { headers, body: '--x--\r\n' })
      expect((await expectProblemResponse(nothing, 'invalid_request')).errors).not.toEqual([])
    })
  },
)
