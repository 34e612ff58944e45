import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/members.ts'
import { ask, plantInquiriesOf } from '#test/support.ts'
import { openSocket } from '#test/watching.ts'
import { openWorld, type World } from '#test/world.ts'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const calls = endpoints.customer_services
let world: World
let staff: TestMember
beforeAll(async () => {
  world = await openWorld({ now: '2026-05-01T12:00:00Z' })
  staff = await makeMember(world, { is_staff: true })
})
afterAll(() => world?.close())

const all = { query: { offset: 0, limit: 0 } } as const
const answer = (id: number, text = '확인해 보니 결제가 한 번만 됐어요.') =>
  staff.call(calls.answerInquiry, { params: { id }, body: { answer: text } })
const mailsTo = async (member: TestMember) =>
  (
    await world.pool.query<{ subject: string; text: string; html: string }>(
      'select subject, text, html from messages where recipient = $1 order by id',
      [member.email],
    )
  ).rows

test('an answer stands in the list, mails once, and reaches every open page', async () => {
  const member = await makeMember(world)
  const other = await makeMember(world)
  const { id } = await ask(member, { title: '<결제>가 두 번 됐어요' })
  const here = await openSocket(world.origin, member)
  const elsewhere = await openSocket(await world.another(), member)
  const foreign = await openSocket(world.origin, other)
  const text = '안녕하세요.\n\n<b>한 번만</b> 결제됐어요.'
  const answered = await answer(id, text)
  expect(answered).toMatchObject({ id, is_answered: true, answer: text, username: '김*편' })
  expect(answered.email).toBe(`${member.email.slice(0, 2)}****@example.com`)
  for (const socket of [here, elsewhere])
    expect(await socket.next('inquiry_answered')).toEqual({
      type: 'inquiry_answered',
      inquiry_id: id,
    })
  expect(foreign.heard).toEqual([])
  const [inquiry] = (await member.call(calls.listInquiries, all)).results
  expect(inquiry).toMatchObject({
    ...{ is_answered: true, answer: text, answered_at: '2026-05-01T12:00:00.000Z' },
  })
  const [mail, ...more] = await mailsTo(member)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('[한편] 1:1 문의에 답변해 드렸어요')
  expect(mail?.text).toContain('<b>한 번만</b> 결제됐어요.')
  expect(mail?.text).toContain('문의 제목: <결제>가 두 번 됐어요')
  expect(mail?.text).toContain(`${world.config.site_url}/customer-service/inquirys/list`)
  expect(mail?.html).toContain('&#60;b&#62;한 번만')
  expect(mail?.html).not.toContain('<b>')
})

test('many who answer at once answer once', async () => {
  const member = await makeMember(world)
  const { id } = await ask(member)
  const said = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      answer(id, `답 ${at}`).then(
        () => 'answered',
        (error: Error) => error.message,
      ),
    ),
  )
  expect(said.sort()).toEqual([...Array(5).fill('409 already_answered'), 'answered'])
  expect(await mailsTo(member)).toHaveLength(1)
})

test('answered and deleted at once is one after the other: told and archived, or not there', async () => {
  for (let time = 0; time < 8; time++) {
    const member = await makeMember(world)
    const { id } = await ask(member)
    const [told, gone] = await Promise.allSettled([
      answer(id),
      member.call(calls.deleteInquiry, { params: { id } }),
    ])
    expect(gone.status).toBe('fulfilled')
    if (told.status === 'rejected') expect(String(told.reason)).toContain('404 not_found')
    expect(await mailsTo(member)).toHaveLength(told.status === 'fulfilled' ? 1 : 0)
    const { rows } = await world.pool.query<{ answer: string | null }>(
      'select answer from archive.inquiries where id = $1',
      [id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.answer !== null).toBe(told.status === 'fulfilled')
  }
})

test('the staff sees what waits, the longest first, and members nothing of it', async () => {
  const member = await makeMember(world, { username: '남궁민수' })
  await plantInquiriesOf(world, member.id, 3)
  const { count, results } = await staff.call(calls.listOpenInquiries, { query: { limit: 100 } })
  const asked = results.map(({ created_at }) => created_at)
  expect(asked).toEqual(asked.toSorted())
  const mine = results.filter(({ username }) => username === '남**수')
  expect(mine.map(({ title }) => title)).toEqual(['문의 1', '문의 2', '문의 3'])
  await answer(mine[0]?.id ?? 0)
  const after = await staff.call(calls.listOpenInquiries, { query: {} })
  expect(after.count).toBe(count - 1)
  await expect(member.call(calls.listOpenInquiries, { query: {} })).rejects.toThrow('403')
})

/** Runs `npm run answer` beside the server. */
function run(args: readonly string[], input = '') {
  const { config } = world
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../bin/answer.ts'), ...args],
    {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: config.data_dir,
        DATABASE_URL: world.url,
        DATABASE_OWNER_URL: world.owner_url,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  child.stdin.end(input)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
}

test(
  'npm run answer lists, shows, and answers once, as the call does',
  { timeout: 60_000 },
  async () => {
    const member = await makeMember(world)
    const { id } = await ask(member, { title: '터미널\u202e에서', context: '첫 줄\n둘째 줄' })
    const list = await run([])
    expect(list).toMatchObject({ code: 0 })
    expect(list.said).toMatch(new RegExp(`^ *${id}  .*결제/환불  터미널에서$`, 'm'))
    const shown = await run([String(id)])
    expect(shown.said).toContain('첫 줄\n둘째 줄')
    expect(shown.said).not.toContain(member.email)
    expect(await run([String(id), '-'], ' \n ')).toMatchObject({ code: 1 })
    expect(await mailsTo(member)).toEqual([])
    const socket = await openSocket(world.origin, member)
    expect(await run([String(id), '-'], '이렇게 해 보세요.\n')).toMatchObject({ code: 0 })
    expect(await socket.next('inquiry_answered')).toMatchObject({ inquiry_id: id })
    expect(await mailsTo(member)).toHaveLength(1)
    const again = await run([String(id), '-'], '한 번 더')
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('answered already') })
    expect(await run(['2147483647'])).toMatchObject({ code: 2 })
    expect(await run(['99999999', '-'], '답')).toMatchObject({
      ...{ code: 1, said: expect.stringContaining('There is no inquiry 99999999') },
    })
  },
)
