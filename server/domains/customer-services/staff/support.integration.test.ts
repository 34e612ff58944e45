import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { type ProblemResponseError, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { studio_support: calls, customer_services, studio } = endpoints

let app: TestApp
let staff: TestMember
let other: TestMember
beforeAll(async () => {
  app = await openTestApp({ now: '2026-05-01T12:00:00Z' })
  staff = await makeMember(app, { is_staff: true, username: '박운영' })
  other = await makeMember(app, { is_staff: true, username: '최고객' })
})
afterAll(() => app?.close())

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: ProblemResponseError) => error.problem.code,
  )
const inbox = (query: Parameters<typeof list>[0] = {}, caller = staff) => list(query, caller)
const list = (
  query: { state?: 'open' | 'mine' | 'unassigned' | 'answered'; q?: string } & {
    inquiry_subject_id?: string
  },
  caller = staff,
) => caller.call(calls.listInquiries, { query })
const assign = (id: number, staff_id: number | null, from_id: number | null, caller = staff) =>
  caller.call(calls.assignInquiry, { params: { id }, body: { staff_id, from_id } })
const answer = (id: number, from_id: number | null, caller = staff) =>
  caller.call(calls.answerInquiry, {
    params: { id },
    body: { answer: '{이름}님, ‘{제목}’은 다시 보내 드렸어요.', from_id },
  })
const actsOf = async (subject_kind: string, subject_id: number) =>
  (await staff.call(studio.listAuditLog, { query: { subject_kind, subject_id } })).results.map(
    ({ kind }) => kind,
  )

test('lists open inquiries, oldest first, and assigns, finds and answers them', async () => {
  const member = await makeMember(app)
  const first = await createTestInquiry(member, { title: '결제가 두 번 됐어요' })
  app.clock.advance(60_000)
  const second = await createTestInquiry(member, { title: '자막이 안 나와요' })
  const all = await inbox()
  expect(all.results.map(({ id }) => id)).toEqual([first.id, second.id])
  expect(all.counts).toEqual({ open: 2, mine: 0, unassigned: 2 })
  expect((await inbox({ q: '자막이안' })).results).toMatchObject([
    { id: second.id, username: '김*편', assignee: null },
  ])
  expect((await inbox({ q: String(second.id) })).results).toMatchObject([{ id: second.id }])

  await assign(first.id, staff.id, null)
  expect((await inbox({ state: 'mine' })).results).toMatchObject([
    { id: first.id, assignee: { id: staff.id, username: '박운영' } },
  ])
  expect((await inbox({ state: 'mine' }, other)).count).toBe(0)
  const opened = await staff.call(calls.readInquiry, { params: { id: first.id } })
  expect(opened).toMatchObject({
    member_id: member.id,
    email: `${member.email.slice(0, 2)}****@example.com`,
    earlier: [{ id: second.id, is_answered: false }],
    orders: [],
  })

  expect((await answer(first.id, staff.id)).answered_by).toEqual({
    id: staff.id,
    username: '박운영',
  })
  const { results } = await member.call(customer_services.listInquiries, { query: {} })
  expect(results.find(({ id }) => id === first.id)).toMatchObject({
    is_answered: true,
    answer: '김한편님, ‘결제가 두 번 됐어요’은 다시 보내 드렸어요.',
  })
  expect((await inbox({ state: 'answered' })).results.map(({ id }) => id)).toEqual([first.id])
  expect(await actsOf('inquiry', first.id)).toEqual([
    ...['support.inquiry_answered', 'support.inquiry_assigned'],
  ])
})

test('rejects the second of two concurrent assignments or answers', async () => {
  const member = await makeMember(app)
  const { id } = await createTestInquiry(member)
  const assignments = await Promise.all([
    refusal(assign(id, staff.id, null)),
    refusal(assign(id, other.id, null, other)),
  ])
  expect(assignments.toSorted()).toEqual(['conflict', 'done'])
  const rejectedCaller = assignments[0] === 'done' ? other : staff
  const assignedCaller = rejectedCaller === staff ? other : staff
  // Staff with an outdated view of the assignment cannot answer.
  expect(await refusal(answer(id, null, rejectedCaller))).toBe('conflict')
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => refusal(answer(id, assignedCaller.id, assignedCaller))),
  )
  expect(answers.toSorted()).toEqual([...Array(23).fill('already_answered'), 'done'])
  expect(await refusal(assign(id, rejectedCaller.id, assignedCaller.id, rejectedCaller))).toBe(
    'already_answered',
  )
  const { rows } = await app.pool.query('select from messages where recipient = $1', [member.email])
  expect(rows).toHaveLength(1)
  expect(await refusal(assign((await createTestInquiry(member)).id, member.id, null))).toBe(
    'not_found',
  )
})

test('records answers given by the command line too', async () => {
  const { id } = await createTestInquiry(await makeMember(app))
  const body = { answer: '확인했어요.' }
  await staff.call(customer_services.answerInquiry, { params: { id }, body })
  expect(await actsOf('inquiry', id)).toEqual(['support.inquiry_answered'])
})

test('adds, updates by version and deletes templates', async () => {
  const words = { title: '결제 확인', context: '{이름}님, ‘{제목}’ 문의 고마워요.' }
  const made = await staff.call(calls.createTemplate, { body: words })
  expect(await refusal(staff.call(calls.createTemplate, { body: words }))).toBe('conflict')
  const params = { id: made.id }
  const change = (version: number, context: string) =>
    refusal(staff.call(calls.updateTemplate, { params, body: { version, context } }))
  expect(await change(1, '고마워요.')).toBe('done')
  expect(await change(1, '또 고마워요.')).toBe('conflict')
  expect(await staff.call(calls.listTemplates, {})).toEqual([
    { ...made, context: '고마워요.', version: 2 },
  ])
  await staff.call(calls.removeTemplate, { params })
  expect(await staff.call(calls.listTemplates, {})).toEqual([])
  expect(await actsOf('answer_template', made.id)).toEqual([
    ...['support.template_removed', 'support.template_changed', 'support.template_added'],
  ])
})

const faq = { subject_id: 2, is_top: false, is_hidden: false }

test('updates the public FAQs at once, in the given order', async () => {
  const query = { subject_id: 2, limit: 100 }
  const seen = async () =>
    (await app.call(customer_services.listFaqs, { query })).results.map(({ title }) => title)
  expect(await seen()).toEqual([])
  const [first, second] = [
    await staff.call(calls.createFaq, { body: { ...faq, title: '하나', context: '답이에요' } }),
    await staff.call(calls.createFaq, { body: { ...faq, title: '둘', context: '답이에요' } }),
  ]
  await expect.poll(seen).toEqual(['하나', '둘'])
  const order = (ids: number[]) =>
    refusal(staff.call(calls.reorderFaqs, { body: { subject_id: 2, ids } }))
  expect(await order([second.id, first.id])).toBe('done')
  await expect.poll(seen).toEqual(['둘', '하나'])
  for (const ids of [[first.id], [first.id, first.id], [first.id, second.id, 999_999]])
    expect(await order(ids)).toBe('conflict')
  const hide = (version: number) =>
    refusal(
      staff.call(calls.updateFaq, {
        params: { id: second.id },
        body: { version, is_hidden: true },
      }),
    )
  const hidings = await Promise.all([hide(1), hide(1), hide(1)])
  expect(hidings.toSorted()).toEqual(['conflict', 'conflict', 'done'])
  await expect.poll(seen).toEqual(['하나'])
  const edited = await staff.call(calls.listEditableFaqs, { query: { inquiry_subject_id: 2 } })
  expect(edited.results.map(({ title, is_hidden }) => [title, is_hidden])).toEqual([
    ...[
      ['둘', true],
      ['하나', false],
    ],
  ])
  expect(await actsOf('faq', second.id)).toEqual(['support.faq_changed', 'support.faq_added'])
})

test('searches the visible text and counts matches in it', async () => {
  const context = '## 자동 **결제**를 끄려면\n\n- [마이페이지](https://example.com/자동)에서 꺼요.'
  await staff.call(calls.createFaq, { body: { ...faq, subject_id: 3, title: '해지', context } })
  const find = async (q: string) => {
    const { results } = await app.call(customer_services.listFaqs, { query: { q } })
    return results.map(({ title, matched_context }) => [title, matched_context])
  }
  // The match positions refer to `자동 결제를 끄려면\n마이페이지에서 꺼요.`.
  await expect.poll(() => find('자동결제')).toEqual([['해지', [{ start: 0, end: 5 }]]])
  expect(await find('마이페이지')).toEqual([['해지', [{ start: 11, end: 16 }]]])
  expect(await find('example')).toEqual([])
})

test('hides, shows and updates notices', async () => {
  const body = { title: '점검 안내', context: '## 언제', is_pinned: true, is_hidden: true }
  const made = await staff.call(calls.createNotice, { body })
  const read = () =>
    refusal(app.call(customer_services.readAnnouncement, { params: { id: made.id } }))
  expect(await read()).toBe('not_found')
  const params = { id: made.id }
  const show = { version: 1, is_hidden: false }
  expect(await staff.call(calls.updateNotice, { params, body: show })).toMatchObject({
    version: 2,
    is_hidden: false,
  })
  await expect.poll(read).toBe('done')
  expect(await refusal(staff.call(calls.updateNotice, { params, body: show }))).toBe('conflict')
  expect(await actsOf('announcement', made.id)).toEqual([
    ...['support.notice_changed', 'support.notice_added'],
  ])
})
