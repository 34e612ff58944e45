// hard: every state of the list of inquiries (18 s of CPU); inquiry-form.test.ts writes one.
import { endpoints } from '#contract/index.ts'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus, tabTo, findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { createInquiries } from './fixtures.ts'

const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }
const list = '/customer-service/inquirys/list'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 180_000)
afterAll(() => site?.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const lines = (page: Page) => page.locator('main summary')
const line = (page: Page, title: string) =>
  page
    .locator('main details')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

async function begin(inquiries: number, options: Parameters<Site['visit']>[0] = wide) {
  const member = await makeMember(site.world)
  await createInquiries(site.world, member.id, inquiries)
  const visit = await site.visit(options, member)
  return { member, visit, page: visit.page }
}

test('shows an empty list of inquiries', async () => {
  const { page, visit } = await begin(0, phone)
  await page.goto(list)
  await page.getByRole('heading', { name: '문의 내역이 없어요' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('lists badge, type, title and day, opens question and answer, and closes by 확인', async () => {
  const { page, visit } = await begin(3)
  await page.goto(list)
  await line(page, '문의 3').waitFor()
  // 6:00 on the second of January in Korea; on a wide screen the day stands at the end.
  await expect
    .poll(() => line(page, '문의 3').locator('summary').innerText())
    .toMatch(/^답변완료\s+작품\s+문의 3\s+2026\.1\.2$/)
  await expect
    .poll(() => line(page, '문의 2').locator('summary').innerText())
    .toMatch(/^확인중\s+서비스 이용\s+문의 2\s+2026\.1\.2$/)
  expect(await findViolations(page)).toEqual([])
  await line(page, '문의 3').locator('summary').click()
  await page.getByText('3번째로 여쭤봐요.').waitFor()
  await page.getByText('3번째 답변이에요.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await button(page, '확인').click()
  await page.getByText('3번째 답변이에요.').waitFor({ state: 'detached' })
  expect((await readFocus(page)).name).toContain('문의 3')

  // By keyboard.
  await tabTo(page, /문의 2/)
  await page.keyboard.press('Enter')
  await page.getByText('2번째로 여쭤봐요.').waitFor()
  await page.getByText(/^확인하고 있어요/).waitFor()
  await tabTo(page, '확인')
  await page.keyboard.press('Enter')
  await page.getByText('2번째로 여쭤봐요.').waitFor({ state: 'detached' })
  expect(await readFocus(page)).toMatchObject({ seen: true })
  await endVisit(visit)
})

test('downloads an attachment under its name', async () => {
  const { page, visit, member } = await begin(0, phone)
  const body = new FormData()
  body.append('subject_id', '3')
  body.append('title', '글이에요')
  body.append('context', '붙였어요.')
  body.append('attachment_file', new File(['안녕하세요'], '기록.txt', { type: 'text/plain' }))
  const answer = await member.fetch('/api/customer-services/inquiries/me/', {
    method: 'POST',
    body,
  })
  expect(answer.status).toBe(201)
  await page.goto(list)
  await line(page, '글이에요').locator('summary').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /첨부 파일 내려받기: 기록\.txt/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('기록.txt')
  expect(await readFile(await download.path(), 'utf8')).toBe('안녕하세요')
  await endVisit(visit)
})

test('deletes after confirmation, by mouse and by keyboard', async () => {
  const { page, visit, member } = await begin(3)
  await page.goto(list)
  await line(page, '문의 2').locator('summary').click()
  await button(page, '삭제').click()
  const dialog = page.getByRole('dialog', { name: '문의를 삭제할까요?' })
  await dialog.waitFor()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: '취소' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => lines(page).count()).toBe(3)
  await expect.poll(async () => (await readFocus(page)).name).toBe('삭제')
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await tabTo(page, '삭제')
  await page.keyboard.press('Enter')
  await page.getByText('문의를 삭제했어요').waitFor()
  await expect.poll(() => lines(page).count()).toBe(2)
  const { results } = await member.call(endpoints.customer_services.listInquiries, { query: {} })
  expect(results.map(({ title }) => title)).toEqual(['문의 3', '문의 1'])
  await page.reload()
  await line(page, '문의 3').waitFor()
  await expect.poll(() => lines(page).count()).toBe(2)
  await endVisit(visit)
})

test('reports failed loading and deletion in place, without an alert', async () => {
  const { page, visit } = await begin(1, phone)
  visit.allow(/ERR_FAILED/)
  await page.route('**/api/customer-services/inquiries/**', (route) => route.abort())
  await page.goto(list)
  await page.getByText('문의 내역을 불러오지 못했어요.').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
  await page.unroute('**/api/customer-services/inquiries/**')
  await button(page, '다시 시도').click()
  await line(page, '문의 1').locator('summary').click()
  await page.route('**/api/customer-services/inquiries/*/', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  await button(page, '삭제').click()
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
  await page.getByText('삭제하지 못했어요. 다시 시도해 주세요.').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => lines(page).count()).toBe(1)
  await expect.poll(async () => (await readFocus(page)).name).toBe('삭제')
  await endVisit(visit)
})

test('shows a new answer on the open list and on the customer service page', async () => {
  const { page, visit, member } = await begin(1, phone)
  const staff = await makeMember(site.world, { is_staff: true })
  const listening = (count: number) =>
    expect.poll(() => site.world.server.sockets.count).toBe(count)
  await listening(0)
  await page.goto(list)
  await line(page, '문의 1').getByText('확인중').waitFor()
  const center = await visit.tab()
  await center.goto('/customer-service')
  const waiting = center.getByRole('region', { name: '답변을 기다리는 문의' })
  await waiting.getByText('확인중').waitFor()
  expect(await findViolations(center)).toEqual([])
  // Both sockets are open.
  await listening(2)
  const { results } = await member.call(endpoints.customer_services.listInquiries, { query: {} })
  await staff.call(endpoints.customer_services.answerInquiry, {
    params: { id: results[0]!.id },
    body: { answer: '지금은 괜찮을 거예요.\n다시 해 보세요.' },
  })
  await line(page, '문의 1').getByText('답변완료').waitFor()
  await page.getByText('‘문의 1’ 문의에 답변이 왔어요').waitFor()
  await waiting.getByText('답변완료').waitFor()
  await line(page, '문의 1').locator('summary').click()
  await page.getByText('지금은 괜찮을 거예요.').waitFor()
  await waiting.getByRole('link', { name: /문의 1/ }).click()
  await center.getByText('지금은 괜찮을 거예요.').waitFor()
  // No inquiry is open any more, so the socket is closed.
  await listening(0)
  await endVisit(visit)
})

test('renders five hundred inquiries quickly', async () => {
  const { page, visit } = await begin(500, phone)
  await page.goto(list)
  await line(page, '문의 500').waitFor()
  await expect.poll(() => lines(page).count()).toBe(500)
  // Entries outside the viewport are not laid out.
  const laidOut = await page.evaluate(
    () =>
      [...document.querySelectorAll('main summary')].filter((node) =>
        node.checkVisibility({ contentVisibilityAuto: true }),
      ).length,
  )
  expect(laidOut).toBeLessThan(100)
  await page.keyboard.press('End')
  await line(page, '문의 1').locator('summary').click()
  await page.getByText('1번째로 여쭤봐요.', { exact: true }).waitFor()
  await endVisit(visit)
})

test.each([320, 360, 768, 1440])(
  'has no horizontal overflow in the inquiry list at %i px',
  async (width) => {
    const { page, visit, member } = await begin(3, { viewport: { width, height: 800 } })
    await site.world.pool.query(
      `update inquiries set title = repeat('가', 100), context = repeat('W', 1000) where member_id = $1`,
      [member.id],
    )
    await page.goto(list)
    await lines(page).first().click()
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(over).toBe(0)
    await endVisit(visit)
  },
)
