import { attachmentMaxBytes } from '#contract/customer-services/customer-services.ts'
import { endpoints } from '#contract/index.ts'
import type { Problem } from '#contract/problem.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { html, makeDocx, makePhoto } from '#test/fixtures/attachment-files.ts'
import { deleteAccount, makeMember } from '#test/fixtures/members.ts'
import {
  createTestInquiry,
  inquiryOutcome,
  seedInquiries,
  sendInquiry,
} from '#test/fixtures/inquiries.ts'
import { openTestApp, type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { request } from 'node:http'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCustomerServicesMaintenance } from '../registration.ts'

const calls = endpoints.customer_services
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ now: '2026-05-01T12:00:00Z' })
})
afterAll(() => app?.close())

const all = { query: { offset: 0, limit: 0 } } as const
const filesOf = async (testApp: TestApp = app) => {
  const { attachments_dir } = storageFolders(testApp.config)
  const names = await readdir(attachments_dir, { recursive: true }).catch((): string[] => [])
  return names.filter((name) => name.includes('/')).map((name) => join(attachments_dir, name))
}
const archiveOf = async (member_id: number) =>
  (
    await app.pool.query<Record<string, unknown>>(
      'select * from archive.inquiries where member_number = $1 order by id',
      [member_id],
    )
  ).rows

/** Removes the request id and the time from a problem response, for comparison. */
async function sameness(response: Response) {
  const { request_id: _, ...problem } = (await response.json()) as Problem
  const headers = [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name))
  return JSON.stringify([response.status, headers, problem])
}

test('lists inquiries as typed, newest first', async () => {
  const member = await makeMember(app)
  const context = '  <b>9월</b>\n& "이용권"\t두 번 결제됐어요 👨‍👩‍👧 '
  const first = await createTestInquiry(member, { context })
  expect(first).toEqual({
    id: expect.any(Number),
    title: '결제가 두 번 됐어요',
    context,
    attachment_file: null,
    attachment_name: null,
    attachment_type: null,
    attachment_bytes: null,
    subject_id: 2,
    subject_code: 'payment',
    subject_name: '결제/환불',
    created_at: '2026-05-01T12:00:00.000Z',
    is_answered: false,
    answer: null,
    answered_at: null,
  })
  const second = await createTestInquiry(member, {
    title: '가'.repeat(100),
    context: '\n'.repeat(999) + '가',
  })
  expect(await member.call(calls.listInquiries, all)).toEqual({
    count: 2,
    results: [second, first],
  })
  expect(await member.call(calls.listInquiries, { query: { limit: 1, offset: 1 } })).toEqual({
    count: 2,
    results: [first],
  })
  const refusals = [
    { title: '' },
    { title: ' \t' },
    { title: '가'.repeat(101) },
    { title: 'a\nb' },
    { context: '' },
    { context: ' \n ' },
    { context: '가'.repeat(1_001) },
    { context: 'a\u0000b' },
    { subject_id: '8' },
    { subject_id: 'payment' },
  ]
  for (const inquiry of refusals)
    expect(await inquiryOutcome(await sendInquiry(member, inquiry)), JSON.stringify(inquiry)).toBe(
      'invalid_request',
    )
  expect((await member.call(calls.listInquiries, all)).count).toBe(2)
})

test('serves an attachment unchanged as a download to its owner and staff only', async () => {
  const member = await makeMember(app)
  const staff = await makeMember(app, { is_staff: true })
  const other = await makeMember(app)
  const file = makeDocx()
  const name = '‮견적 "최종" 100%.docx'
  const inquiry = await createTestInquiry(member, { file, name })
  const address = inquiry.attachment_file ?? ''
  expect(inquiry).toMatchObject({
    attachment_file: `/api/customer-services/inquiries/${inquiry.id}/attachment/`,
    attachment_name: '견적 _최종_ 100%.docx',
    attachment_bytes: file.length,
  })
  for (const reader of [member, staff]) {
    const response = await reader.fetch(address)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': inquiry.attachment_type,
      'content-disposition': `attachment; filename="__ ____ 100_.docx"; filename*=UTF-8''${encodeURIComponent('견적 _최종_ 100%.docx')}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  }
  expect((await app.fetch(address)).status).toBe(401)
  const nothing = await other.fetch('/api/customer-services/inquiries/2147483647/attachment/')
  const foreign = await other.fetch(address)
  expect(foreign.status).toBe(404)
  expect(await sameness(foreign)).toBe(await sameness(nothing))
  // No other URL serves it.
  const [path = ''] = await filesOf()
  for (const guess of [`/images/${path.slice(-35)}`, `/attachments/${path.slice(-35)}`])
    expect((await app.fetch(guess)).status).toBe(404)
})

test("responds to another member's inquiry exactly as to a missing one and keeps it", async () => {
  const member = await makeMember(app)
  const other = await makeMember(app)
  const { id } = await createTestInquiry(member, { file: 'text' })
  const remove = (at: number) =>
    other.fetch(`/api/customer-services/inquiries/${at}/`, { method: 'DELETE' })
  expect(await sameness(await remove(id))).toBe(await sameness(await remove(2_147_483_647)))
  expect((await other.call(calls.listInquiries, all)).results).toEqual([])
  expect((await member.call(calls.listInquiries, all)).count).toBe(1)
})

test('stores a photo without its location', async () => {
  const member = await makeMember(app)
  const photo = await makePhoto('jpeg')
  const inquiry = await createTestInquiry(member, {
    file: Buffer.concat([photo, Buffer.from(html)]),
    name: 'a.PNG',
  })
  expect(inquiry).toMatchObject({ attachment_type: 'image/jpeg', attachment_name: 'a.PNG.jpg' })
  const response = await member.fetch(inquiry.attachment_file ?? '')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  expect(bytes.includes('onload')).toBe(false)
  expect(bytes.length).toBe(inquiry.attachment_bytes)
})

test('deletes an inquiry with its file and archives the text for three years', async () => {
  const member = await makeMember(app)
  const { id, created_at } = await createTestInquiry(member, { file: 'text' })
  const before = await filesOf()
  await member.call(calls.deleteInquiry, { params: { id } })
  expect((await filesOf()).length).toBe(before.length - 1)
  expect(await member.call(calls.listInquiries, all)).toEqual({ count: 0, results: [] })
  await expect(member.call(calls.deleteInquiry, { params: { id } })).rejects.toThrow('404')
  const [archivedRow, ...more] = await archiveOf(member.id)
  expect(more).toEqual([])
  expect(archivedRow).toEqual({
    id,
    member_number: member.id,
    subject_code: 'payment',
    title: '결제가 두 번 됐어요',
    context: '확인해 주세요.',
    answer: null,
    created_at,
    answered_at: null,
    retained_until: '2029-05-01T12:00:00.000Z',
  })
})

test('archives the inquiries of a deleted account without files', async () => {
  const member = await makeMember(app)
  await createTestInquiry(member, { file: 'text' })
  await createTestInquiry(member, { title: '또 물어볼게요' })
  await deleteAccount(app, member)
  expect((await archiveOf(member.id)).map(({ title }) => title)).toEqual([
    ...['결제가 두 번 됐어요', '또 물어볼게요'],
  ])
  // The file is unreachable, and maintenance deletes it.
  const later = new Date(Date.now() + 2 * 3_600_000)
  const clock = { now: () => later }
  await runCustomerServicesMaintenance({ ...app, ...storageFolders(app.config), clock })
  const { rows } = await app.pool.query(
    'select attachment_key from inquiries where attachment_key is not null',
  )
  expect((await filesOf()).length).toBe(rows.length)
})

test('purges the archive after retention and keeps recent files', async () => {
  const own = await openTestAppForTest({ now: '2026-05-01T12:00:00Z' })
  const member = await makeMember(own)
  const { id } = await createTestInquiry(member, { file: 'text' })
  await member.call(calls.deleteInquiry, { params: { id } })
  const deps = { ...own, ...storageFolders(own.config) }
  const count = async () => (await own.pool.query('select from archive.inquiries')).rows.length
  await createTestInquiry(member, { file: 'kept' })
  const draft = join(storageFolders(own.config).attachments_dir, 'ab', 'ab.part')
  await createTestInquiry(member)
  own.clock.set('2029-05-01T11:59:59Z')
  await runCustomerServicesMaintenance(deps)
  expect(await count()).toBe(1)
  own.clock.set('2029-05-01T12:00:00Z')
  const [path = ''] = await filesOf(own)
  await writeFile(join(path, '..', 'left.part'), 'half')
  await runCustomerServicesMaintenance(deps)
  expect(await count()).toBe(0)
  // Three years later by the app clock, the partial file is old; the referenced file stays.
  expect(await filesOf(own)).toEqual([path])
  expect(draft).not.toBe(path)
})

test('lists at most 500 inquiries in one response', async () => {
  const member = await makeMember(app)
  await seedInquiries(app, member.id, 510)
  const list = await member.call(calls.listInquiries, all)
  expect(list.count).toBe(510)
  expect(list.results).toHaveLength(500)
  expect(list.results[0]?.title).toBe('문의 510')
  const remaining = await member.call(calls.listInquiries, { query: { limit: 0, offset: 500 } })
  expect(remaining.results.at(-1)?.title).toBe('문의 1')
})

test('allows five inquiries an hour and does not count rejected ones', async () => {
  const limited = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
  const member = await makeMember(limited)
  const wrong = async () => inquiryOutcome(await sendInquiry(member, { file: html }))
  for (let time = 0; time < 7; time++) expect(await wrong()).toBe('file_type_rejected')
  for (let time = 0; time < 5; time++) await createTestInquiry(member)
  const sixth = await sendInquiry(member, { file: 'text' })
  expect(sixth.headers.get('retry-after')).toBe('3600')
  expect(await inquiryOutcome(sixth)).toBe('rate_limited')
  expect(await filesOf(limited)).toEqual([])
  limited.clock.advance(3_600_000)
  await createTestInquiry(member)
  // Received forms are limited too.
  const attempts = []
  for (let time = 0; time < 31; time++) attempts.push(await wrong())
  expect(attempts.slice(0, 29)).toEqual(Array(29).fill('file_type_rejected'))
  expect(attempts.at(-1)).toBe('rate_limited')
})

test('stores each of many concurrent inquiries completely or not at all', async () => {
  const limited = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
  const member = await makeMember(limited)
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () =>
      inquiryOutcome(await sendInquiry(member, { file: 'text' })),
    ),
  )
  const createdCount = answers.filter((answer) => answer === 201).length
  expect(createdCount).toBeGreaterThan(0)
  expect(createdCount).toBeLessThanOrEqual(5)
  expect(answers.every((answer) => answer === 201 || answer === 'rate_limited')).toBe(true)
  expect(await filesOf(limited)).toHaveLength(createdCount)
  expect((await member.call(calls.listInquiries, all)).count).toBe(createdCount)
})

test('reports a storage failure, stores nothing and accepts inquiries without a file', async () => {
  const own = await openTestAppForTest()
  const member = await makeMember(own)
  const { attachments_dir } = storageFolders(own.config)
  // Like a full disk, a file in place of the folder rejects every write.
  await writeFile(attachments_dir, '')
  const response = await sendInquiry(member, { file: 'text' })
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({
    code: 'storage_unavailable',
    detail: expect.stringContaining('저장할 수 없어서'),
  })
  expect((await member.call(calls.listInquiries, all)).count).toBe(0)
  await createTestInquiry(member)
  await rm(attachments_dir)
  await createTestInquiry(member, { file: 'text' })
})

test('removes the file when the subject does not exist', async () => {
  const own = await openTestAppForTest()
  const member = await makeMember(own)
  expect(await inquiryOutcome(await sendInquiry(member, { file: 'text', subject_id: '99' }))).toBe(
    'invalid_request',
  )
  expect(await filesOf(own)).toEqual([])
})

test('accepts a file of 10 MiB and rejects one byte more', async () => {
  const member = await makeMember(app)
  const line = Buffer.alloc(attachmentMaxBytes, '가나다라 결제 \n')
  // The cut falls between characters.
  const full = Buffer.concat([line.subarray(0, line.lastIndexOf('\n')), Buffer.alloc(64, ' ')])
  const exact = Buffer.concat([full, Buffer.alloc(attachmentMaxBytes)]).subarray(
    0,
    attachmentMaxBytes,
  )
  exact.fill(' ', full.length)
  const inquiry = await createTestInquiry(member, { file: exact })
  expect(inquiry.attachment_bytes).toBe(attachmentMaxBytes)
  const over = await sendInquiry(member, { file: Buffer.concat([exact, Buffer.from(' ')]) })
  expect([over.status, await inquiryOutcome(over)]).toEqual([413, 'file_too_large'])
})

/** Sends a form in chunks until the server stops reading. @returns the answer and the number of bytes sent. */
function stream(cookie: string, piece: Buffer, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; code: string; sent: number }>((resolve, reject) => {
    const { method, path } = calls.createInquiry
    const sending = request(app.origin + path, {
      method,
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        ...headers,
        'content-type': 'multipart/form-data; boundary=x',
      },
    })
    let sent = 0
    let answered = false
    sending.on('response', (response) => {
      answered = true
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => {
        sending.destroy()
        resolve({
          status: response.statusCode ?? 0,
          sent,
          code: (JSON.parse(text) as Problem).code,
        })
      })
    })
    sending.on('error', (error) => answered || reject(error))
    sending.write(
      '--x\r\ncontent-disposition: form-data; name="attachment_file"; filename="a.txt"\r\n\r\n',
    )
    const more = () => {
      while (piece.length > 0 && !answered && !sending.destroyed) {
        sent += piece.length
        if (!sending.write(piece)) return void sending.once('drain', more)
      }
    }
    more()
  })
}

test('rejects an endless file at the limit and an announced one before its first byte', async () => {
  const member = await makeMember(app)
  const piece = Buffer.alloc(256 * 1024, 'a')
  const endless = await stream(member.cookie, piece)
  expect(endless).toMatchObject({ status: 413, code: 'file_too_large' })
  expect(endless.sent).toBeLessThan(attachmentMaxBytes * 3)
  const announced = await stream(member.cookie, piece.subarray(0, 0), {
    'content-length': String(11 * 1024 * 1024),
  }).catch((error: Error) => error)
  expect(announced).toMatchObject({ status: 413, code: 'file_too_large', sent: 0 })
  // The aborted uploads do not block further requests.
  await createTestInquiry(member)
})

test('creates nothing when the client disconnects midway, and accepts a retry', async () => {
  const member = await makeMember(app)
  const { method, path } = calls.createInquiry
  await new Promise<void>((resolve) => {
    const sending = request(app.origin + path, {
      method,
      headers: {
        cookie: member.cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'multipart/form-data; boundary=x',
      },
    })
    sending.on('error', () => resolve()).on('close', () => resolve())
    const head = '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\n결제'
    sending.write(head, () => sending.destroy())
  })
  await expect.poll(async () => inquiryOutcome(await sendInquiry(member))).toBe(201)
  expect((await member.call(calls.listInquiries, all)).count).toBe(1)
})
