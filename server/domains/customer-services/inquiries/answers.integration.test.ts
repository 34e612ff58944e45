import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { createTestInquiry, seedInquiries } from '#test/fixtures/inquiries.ts'
import { openSocket } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const calls = endpoints.customer_services

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp({ now: '2026-05-01T12:00:00Z' })
  staff = await makeMember(app, { is_staff: true })
})
afterAll(() => app?.close())

const all = { query: { offset: 0, limit: 0 } } as const
const answer = (id: number, text = '확인해 보니 결제가 한 번만 됐어요.') =>
  staff.call(calls.answerInquiry, { params: { id }, body: { answer: text } })
const mailsTo = async (member: TestMember) =>
  (
    await app.pool.query<{ subject: string; text: string; html: string }>(
      'select subject, text, html from messages where recipient = $1 order by id',
      [member.email],
    )
  ).rows

test('shows an answer in the list, sends one email and notifies every open page', async () => {
  const member = await makeMember(app)
  const other = await makeMember(app)
  const { id } = await createTestInquiry(member, { title: '<결제>가 두 번 됐어요' })
  const localSocket = await openSocket(app.origin, member)
  const remoteSocket = await openSocket(await app.another(), member)
  const otherMemberSocket = await openSocket(app.origin, other)
  const text = '안녕하세요.\n\n<b>한 번만</b> 결제됐어요.'
  const answered = await answer(id, text)
  expect(answered).toMatchObject({ id, is_answered: true, answer: text, username: '김*편' })
  expect(answered.email).toBe(`${member.email.slice(0, 2)}****@example.com`)
  for (const socket of [localSocket, remoteSocket])
    expect(await socket.next('inquiry_answered')).toEqual({
      type: 'inquiry_answered',
      inquiry_id: id,
    })
  expect(otherMemberSocket.received).toEqual([])
  const [inquiry] = (await member.call(calls.listInquiries, all)).results
  expect(inquiry).toMatchObject({
    is_answered: true,
    answer: text,
    answered_at: '2026-05-01T12:00:00.000Z',
  })
  const [mail, ...more] = await mailsTo(member)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('[한편] 1:1 문의에 답변해 드렸어요')
  expect(mail?.text).toContain('<b>한 번만</b> 결제됐어요.')
  expect(mail?.text).toContain('문의 제목: <결제>가 두 번 됐어요')
  expect(mail?.text).toContain(`${app.config.site_url}/customer-service/inquirys/list`)
  expect(mail?.html).toContain('&#60;b&#62;한 번만')
  expect(mail?.html).not.toContain('<b>')
})

test('answers once under concurrent answers', async () => {
  const member = await makeMember(app)
  const { id } = await createTestInquiry(member)
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      answer(id, `답 ${at}`).then(
        () => 'answered',
        (error: Error) => error.message,
      ),
    ),
  )
  expect(outcomes.sort()).toEqual([...Array(5).fill('409 already_answered'), 'answered'])
  expect(await mailsTo(member)).toHaveLength(1)
})

test('serializes a concurrent answer and deletion: answered and archived, or not found', async () => {
  for (let time = 0; time < 8; time++) {
    const member = await makeMember(app)
    const { id } = await createTestInquiry(member)
    const [answering, deletion] = await Promise.allSettled([
      answer(id),
      member.call(calls.deleteInquiry, { params: { id } }),
    ])
    expect(deletion.status).toBe('fulfilled')
    const isAnswered = answering.status === 'fulfilled'
    const outcome = isAnswered ? 'answered' : String(answering.reason)
    expect(outcome).toMatch(isAnswered ? 'answered' : '404 not_found')
    expect(await mailsTo(member)).toHaveLength(isAnswered ? 1 : 0)
    const { rows } = await app.pool.query<{ answer: string | null }>(
      'select answer from archive.inquiries where id = $1',
      [id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.answer !== null).toBe(isAnswered)
  }
})

test('lists open inquiries oldest first for staff only', async () => {
  const member = await makeMember(app, { username: '남궁민수' })
  await seedInquiries(app, member.id, 3)
  const { count, results } = await staff.call(calls.listOpenInquiries, { query: { limit: 100 } })
  const createdAt = results.map(({ created_at }) => created_at)
  expect(createdAt).toEqual(createdAt.toSorted())
  const mine = results.filter(({ username }) => username === '남**수')
  expect(mine.map(({ title }) => title)).toEqual(['문의 1', '문의 2', '문의 3'])
  await answer(mine[0]?.id ?? 0)
  const after = await staff.call(calls.listOpenInquiries, { query: {} })
  expect(after.count).toBe(count - 1)
  await expect(member.call(calls.listOpenInquiries, { query: {} })).rejects.toThrow('403')
})
