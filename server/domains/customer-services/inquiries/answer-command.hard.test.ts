// hard: starts npm run answer eight times (10 s of CPU).
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { openSocket } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ now: '2026-05-01T12:00:00Z' })
})
afterAll(() => app?.close())

const mailsTo = async (member: TestMember) =>
  (
    await app.pool.query<{ subject: string; text: string; html: string }>(
      'select subject, text, html from messages where recipient = $1 order by id',
      [member.email],
    )
  ).rows

/** Runs `npm run answer` in its own process. */
function run(args: readonly string[], input = '') {
  const { config } = app
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../../bin/operations/answer-inquiry.ts'), ...args],
    {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: config.data_dir,
        DATABASE_URL: app.url,
        DATABASE_OWNER_URL: app.owner_url,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  child.stdin.end(input)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
}

test(
  'lists, shows and answers an inquiry once with npm run answer',
  { timeout: 60_000 },
  async () => {
    const member = await makeMember(app)
    const { id } = await createTestInquiry(member, {
      title: '터미널\u202e에서',
      context: '첫 줄\n둘째 줄',
    })
    const list = await run([])
    expect(list).toMatchObject({ code: 0 })
    expect(list.output).toMatch(new RegExp(`^ *${id}  .*결제/환불  터미널에서$`, 'm'))
    const shown = await run([String(id)])
    expect(shown.output).toContain('첫 줄\n둘째 줄')
    expect(shown.output).not.toContain(member.email)
    expect(await run([String(id), '-'], ' \n ')).toMatchObject({ code: 1 })
    expect(await mailsTo(member)).toEqual([])
    const socket = await openSocket(app.origin, member)
    expect(await run([String(id), '-'], '이렇게 해 보세요.\n')).toMatchObject({ code: 0 })
    expect(await socket.next('inquiry_answered')).toMatchObject({ inquiry_id: id })
    expect(await mailsTo(member)).toHaveLength(1)
    const again = await run([String(id), '-'], '한 번 더')
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('answered already') })
    expect(await run(['2147483647'])).toMatchObject({ code: 2 })
    expect(await run(['99999999', '-'], '답')).toMatchObject({
      code: 1,
      output: expect.stringContaining('There is no inquiry 99999999'),
    })
  },
)
