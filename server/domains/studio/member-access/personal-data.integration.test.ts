import { buildPath, isStaffAccess } from '#contract/core/endpoint.ts'
import { endpointList, endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { buyByCard, makePaidEpisode, topUp } from '#test/fixtures/payments.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp({ gateway: true })
  staff = await makeMember(app, { is_staff: true, username: '박운영' })
})
afterAll(() => app?.close())

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
  body: JSON.stringify(body),
})

test('returns no password and no full phone number, name or address of a member', async () => {
  const member = await makeMember(app, {
    username: '제갈하늘',
    email: 'haneul.jegal@example.com',
    phonenumber: '01087654321',
  })
  const { id } = member
  // Create data of the member in every list.
  const episode = await makePaidEpisode(app)
  const { order_id } = await buyByCard(app, member, episode)
  await topUp(app, member, 5_000)
  const inquiry = await createTestInquiry(member, { title: '자막이 안 나와요', file: 'x' })
  const {
    rows: [review],
  } = await app.pool.query<{ id: number }>(
    `insert into reviews (profile_id, series_id, rating, context, is_spoiler, created_at, updated_at)
     select $1, series_id, 2, '별로예요', false, $3, $3 from episodes where id = $2 returning id`,
    [member.profile_id, episode, app.clock.now()],
  )
  const reader = await makeMember(app)
  const params = { id: review?.id ?? 0 }
  await reader.call(endpoints.reviews.reportReview, { params, body: { reason: 'abuse' } })

  const at = (path: string) => path.replace('{id}', '')
  const notice = await staff.call(endpoints.studio_support.createNotice, {
    body: { title: '공지', context: '내용', is_pinned: false, is_hidden: false },
  })
  /** Path parameters for each endpoint with an id. */
  const idOf = (path: string): number | null => {
    if (path.startsWith('/api/studio/members/{id}/')) return id
    if (path.startsWith('/api/studio/inquiries/{id}/')) return inquiry.id
    if (path.startsWith('/api/studio/works/{id}/')) return 1
    if (path.startsWith('/api/studio/notices/{id}/')) return notice.id
    return null
  }
  const responses: [name: string, text: string][] = []
  const record = async (name: string, request: Promise<Response>) => {
    const response = await request
    responses.push([name, await response.text()])
    return response.status
  }
  const { studio_members, studio_payments, studio_support } = endpoints
  const writes = [
    ...['haneul.jegal', '01087654321', String(id), order_id, ''].map((q) =>
      record('findMembers', staff.fetch(studio_members.findMembers.path, json({ q }))),
    ),
    record(
      'grantPoints',
      staff.fetch(
        buildPath(studio_payments.grantPoints, { params: { id } }),
        json({ amount: 100, reason: '불편을 드려서요' }),
      ),
    ),
    record(
      'refund',
      staff.fetch(
        buildPath(studio_payments.refundOrder, { params: { id } }),
        json({ order_id, reason: '영상이 나오지 않았어요' }),
      ),
    ),
    record(
      'answerInquiry',
      staff.fetch(
        buildPath(studio_support.answerInquiry, { params: { id: inquiry.id } }),
        json({ answer: '{이름}님, 고쳤어요.', from_id: null }),
      ),
    ),
    record(
      'signOut',
      staff.fetch(
        buildPath(studio_members.signOutMember, { params: { id } }),
        json({ device_id: null, reason: '휴대폰을 잃어버리셨대요' }),
      ),
    ),
  ]
  for (const status of await Promise.all(writes)) expect([200, 201]).toContain(status)

  const reads = endpointList.filter(
    ({ endpoint: { access, method } }) => isStaffAccess(access) && method === 'GET',
  )
  for (const { name, endpoint } of reads) {
    const known = idOf(endpoint.path)
    if (known === null && at(endpoint.path) !== endpoint.path) continue
    const options =
      endpoint === studio_support.listInquiries ? { query: { state: 'answered' } } : {}
    const path = buildPath(endpoint, {
      ...options,
      ...(known === null ? {} : { params: { id: known } }),
    })
    await record(name, staff.fetch(path))
  }
  expect(responses.length).toBeGreaterThan(30)

  const {
    rows: [secret],
  } = await app.pool.query<{ password_hash: string }>(
    'select password_hash from members where id = $1',
    [id],
  )
  const never = [
    ...['제갈하늘', 'haneul.jegal', 'jegal@', '01087654321', '010-8765-4321', '87654321'],
    ...[
      member.password,
      secret?.password_hash ?? '',
      'password_hash',
      'phone_ciphertext',
      'argon2',
    ],
    member.cookie.replace('sid=', ''),
  ]
  for (const [name, text] of responses)
    for (const word of never) expect(text.includes(word), `${name}: ${word}`).toBe(false)
  // Ensures that the responses contain the masked name at all.
  expect(
    responses.filter(([, text]) => text.includes('제*늘') || text.includes('제**늘')),
  ).not.toEqual([])
})

test('serves inquiry attachments only to staff with a second factor', async () => {
  const member = await makeMember(app)
  const { attachment_file } = await createTestInquiry(member, { file: '영수증이에요' })
  const outsider = await makeMember(app, { is_staff: true })
  await app.pool.query('update sessions set second_factor_at = null where member_id = $1', [
    outsider.id,
  ])
  const path = attachment_file ?? ''
  expect((await outsider.fetch(path)).status).toBe(404)
  expect((await staff.fetch(path)).status).toBe(200)
  expect((await member.fetch(path)).status).toBe(200)
})
