import { resolveSecret } from '#server/config.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { endpoints } from '#contract/index.ts'
import type { EndpointInput } from '#contract/core/endpoint.ts'
import { openTestApp, type ProblemResponseError, type TestApp } from '#test/app/test-app.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { buyByCard, makePaidEpisode } from '#test/fixtures/payments.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { studio, studio_disclosures: calls } = endpoints
const day = 86_400_000

let app: TestApp
let support: TestMember
let owner: TestMember
beforeAll(async () => {
  app = await openTestApp({ gateway: true })
  await renewStaff()
})
afterAll(() => app?.close())

async function renewStaff() {
  support = await makeMember(app, { is_staff: true, staff_role: 'support', username: '상담이' })
  owner = await makeMember(app, { is_staff: true, username: '소유자' })
}

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: ProblemResponseError) => error.problem.code,
  )
type Body = EndpointInput<typeof calls.requestDisclosure>['body']
const body: Body = {
  authority: '서울경찰청',
  document_number: '2026-1234',
  legal_basis: '형사소송법 제215조 압수수색영장',
  scope: ['account', 'payments', 'inquiries'],
  from_day: '2000-01-01',
  to_day: '2100-01-01',
}
const request = async ({ id }: { id: number }, by = support, fields: Partial<Body> = {}) => {
  const [newest] = await by.call(calls.requestDisclosure, {
    params: { id },
    body: { ...body, ...fields },
  })
  return newest!.id
}
const decide = ({ id }: { id: number }, disclosure_id: number, by = owner, is_approved = true) =>
  by.call(calls.decideDisclosure, {
    params: { id },
    body: { disclosure_id, is_approved, reason: '영장을 확인했어요' },
  })
const fetchFile = ({ id }: { id: number }, disclosure_id: number, by = support) =>
  by.call(calls.fetchDisclosure, { params: { id }, body: { disclosure_id } })

test('hands out the approved scope once, and audits every step', async () => {
  const member = await makeMember(app, { phonenumber: '01098765432' })
  const { order_id } = await buyByCard(app, member, await makePaidEpisode(app))
  await createTestInquiry(member, { title: '자막이 안 나와요' })
  const encryption = createEncryption(resolveSecret(app.config, 'encryption'))
  await app.pool.query(
    `insert into member_identities (member_id, name_ciphertext, birth_date_ciphertext, verified_at) values ($1, $2, $3, now())`,
    [member.id, encryption.encrypt('김본인'), encryption.encrypt('1990-05-05')],
  )
  const id = await request(member)
  expect(await outcome(fetchFile(member, id))).toBe('conflict')
  await decide(member, id)
  const { content, file_name } = await fetchFile(member, id)
  expect(file_name).toBe(`disclosure-${id}.json`)
  const file = JSON.parse(content) as Record<string, Record<string, unknown>[]>
  expect(file['account']).toEqual([
    expect.objectContaining({
      email: member.email,
      phonenumber: '01098765432',
      verified_name: '김본인',
      birth_date: '1990-05-05',
    }),
  ])
  expect(file['payments']).toMatchObject([{ order_id }])
  expect(file['inquiries']).toMatchObject([{ title: '자막이 안 나와요' }])
  // Nothing beyond the scope.
  expect(file).not.toHaveProperty('sessions')
  expect(content).not.toMatch(/password|ciphertext/)
  expect(await outcome(fetchFile(member, id))).toBe('conflict')
  const { results } = await owner.call(studio.listAuditLog, {
    query: { subject_kind: 'member', subject_id: member.id },
  })
  expect(results.map(({ kind, staff_name }) => [kind, staff_name])).toEqual([
    ['member.disclosure_fetched', '상담이'],
    ['member.disclosure_approved', '소유자'],
    ['member.disclosure_requested', '상담이'],
  ])
  expect(JSON.stringify(results)).not.toContain('01098765432')
})

test('needs an owner who did not request it', async () => {
  const member = await makeMember(app)
  const own = await request(member, owner)
  expect(await outcome(decide(member, own, owner))).toBe('second_person_required')
  expect(await outcome(decide(member, own, support))).toBe('staff_role_required')
  const other = await makeMember(app, { is_staff: true })
  await decide(member, own, other)
  // The approver does not fetch.
  expect(await outcome(fetchFile(member, own, other))).toBe('forbidden')
  const rejected = await request(member)
  await decide(member, rejected, owner, false)
  expect(await outcome(fetchFile(member, rejected))).toBe('conflict')
  expect(await outcome(decide(member, rejected, other))).toBe('conflict')
  const stranger = await makeMember(app)
  expect(await outcome(fetchFile(stranger, own, owner))).toBe('not_found')
  expect(await outcome(request(support, support))).toBe('own_account')
})

test('the database refuses one person, a support role, and a second decision', async () => {
  const member = await makeMember(app)
  const id = await request(member)
  const set = (staff: TestMember, column = 'decided_at') =>
    app.pool.query(
      `update disclosures set decided_by = $2, is_approved = true, ${column} = now() where id = $1`,
      [id, staff.id],
    )
  await expect(set(support)).rejects.toThrow(
    /disclosures_two_people_check|second|owner who did not/,
  )
  const colleague = await makeMember(app, { is_staff: true, staff_role: 'support' })
  await expect(set(colleague)).rejects.toMatchObject({ constraint: 'disclosure_second_person' })
  await decide(member, id)
  await expect(set(owner)).rejects.toThrow('decided once')
})

test('is fetched once by concurrent requests, and not after a day', async () => {
  const member = await makeMember(app)
  const id = await request(member)
  await decide(member, id)
  const results = await Promise.all(Array.from({ length: 8 }, () => outcome(fetchFile(member, id))))
  expect(results.toSorted()).toEqual([...Array<string>(7).fill('conflict'), 'done'])

  const late = await request(member)
  await decide(member, late)
  app.clock.advance(day)
  const { username } = support
  await app.pool.query(
    'update sessions set expires_at = $2, last_seen_at = $1, second_factor_at = $1',
    [app.clock.now(), new Date(app.clock.now().getTime() + day)],
  )
  expect(username).toBe('상담이')
  expect(await outcome(fetchFile(member, late))).toBe('conflict')
})

test('is decided once by owners who decide at the same time, and not after a week', async () => {
  await renewStaff()
  const member = await makeMember(app)
  const other = await makeMember(app, { is_staff: true })
  const id = await request(member)
  const results = await Promise.all([
    outcome(decide(member, id, owner)),
    outcome(decide(member, id, other, false)),
  ])
  expect(results.toSorted()).toEqual(['conflict', 'done'])
  const stale = await request(member)
  app.clock.advance(7 * day)
  await renewStaff()
  expect(await outcome(decide(member, stale, owner))).toBe('conflict')
})
