// hard: the page of sent messages, which is not served in production (4 s of CPU).
import { codeSmsText, accountEmails } from '#server/domains/accounts/emails.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { openSharedBrowser } from '#test/e2e/browser.ts'

let world: TestApp
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openTestApp(), openSharedBrowser()])
})
afterAll(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  await world.close()
})

/** Queues a message and runs its job. */
async function put(message: Parameters<typeof queueMessage>[1]) {
  world.clock.advance(1_000)
  await world.transact((tx) => queueMessage(tx, message, { now: world.clock.now() }))
  const { rows } = await world.pool.query<{ id: number }>(
    'select id from messages where sent_at is null',
  )
  for (const { id } of rows) await world.workNow('send_message', { message_id: id })
}

/** Opens the outbox in its own browser context; console messages are errors. */
async function openOutbox(width = 768): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    baseURL: world.origin,
  })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (line) => {
    // Pages and the icon are not built for this test.
    if (line.location().url.endsWith('/favicon.svg')) return
    if (['error', 'warning'].includes(line.type())) complaints.push(line.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto('/dev/outbox')
  return { page, complaints }
}

test('shows sent messages live: codes to copy, rendered mails, links to open', async () => {
  const { page, complaints } = await openOutbox()
  await expect(page.getByRole('heading', { level: 2 }).textContent()).resolves.toBe(
    '아직 보낸 메일이나 문자가 없어요',
  )
  expect(await findViolations(page)).toEqual([])

  await put({ kind: 'sms', to: '01012345678', text: codeSmsText('402913') })
  const code = page.getByRole('button', { name: '402913 복사' })
  await code.click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('402913')
  await expect.poll(() => page.getByRole('status').textContent()).toBe('복사했어요')

  const wild = '<img src=x onerror=alert(1)><script>alert(2)</script>'
  await put({
    kind: 'mail',
    to: 'viewer@example.com',
    ...accountEmails.welcome(wild, world.origin),
  })
  const newest = page.getByRole('article').first()
  await newest.getByText('한편에 오신 걸 환영해요').first().waitFor()
  // The newest mail is open.
  const frame = newest.frameLocator('iframe')
  await frame.getByRole('heading', { name: `${wild}님, 반가워요` }).waitFor()
  // The frame is as high as the mail, so it has no scrollbar.
  const room = () =>
    newest.locator('iframe').evaluate((element: HTMLIFrameElement) => {
      const body = element.contentDocument?.body
      return element.clientHeight - (body?.scrollHeight ?? 0)
    })
  await expect.poll(room).toBe(0)
  expect(await findViolations(page)).toEqual([])

  const opened = page.context().waitForEvent('page')
  await frame.getByRole('link', { name: '한편 시작하기' }).click()
  expect(new URL((await opened).url()).origin).toBe(world.origin)
  expect(complaints).toEqual([])
})

test('fits a phone with two hundred messages', async () => {
  const url = `${world.origin}/accounts/recovery/password/change/MTAwMA/${'k3J9x'.repeat(9)}`
  for (let at = 0; at < 5; at++)
    await put({
      kind: 'mail',
      to: `viewer+${at}@example.com`,
      ...accountEmails.passwordLink(url, 30),
    })
  await world.pool.query(
    `insert into messages (kind, recipient, text, created_at, sent_at)
     select 'sms', '01012345678', '[한편] 인증번호 ' || 100000 + n, now(), now() - n * interval '1 minute'
     from generate_series(1, 300) n`,
  )
  const { page, complaints } = await openOutbox(360)
  await expect.poll(() => page.getByRole('article').count()).toBe(200)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('link', { name: '링크 열기' }).first().waitFor()
  expect(complaints).toEqual([])
})
