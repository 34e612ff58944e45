// hard: opens the page at three widths and closes the site to viewers (30 s); integration tests keep the rules.
import { endpoints } from '#contract/index.ts'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { endVisit, openSite, type Site } from '../site.ts'

vi.setConfig({ testTimeout: 90_000 })

let site: Site
beforeAll(async () => {
  site = await openSite([], { catalogue: 'none', env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  await site.world.server.reports.report()
}, 240_000)
afterAll(() => site?.close())

it.each([360, 768, 1440])('shows every part with its state at %d px', async (width) => {
  const owner = await makeMember(site.world, { is_staff: true })
  const visit = await site.visit({ viewport: { width, height: 900 } }, owner)
  const { page } = visit
  await page.goto('/studio/health')
  await page.getByRole('heading', { name: '시스템 상태', level: 1 }).waitFor()
  const parts = page.getByRole('region', { name: '항목별 상태' })
  await parts.getByText('데이터베이스', { exact: true }).waitFor()
  expect(await parts.getByRole('listitem').count()).toBe(16)
  // No worker runs here.
  await page.getByText('지금 고쳐야 할 것이 있어요.').waitFor()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

it('opens a runbook, and closes the site to viewers, by keyboard', async () => {
  const owner = await makeMember(site.world, { is_staff: true })
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } }, owner)
  const { page } = visit
  await page.goto('/studio/health')
  const runbook = page.getByRole('button', { name: '디스크 남은 자리 대처법' })
  await runbook.focus()
  await page.keyboard.press('Enter')
  await page.getByText('A disk is full', { exact: true }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect
    .poll(() => runbook.evaluate((button) => button === document.activeElement))
    .toBe(true)

  await page.getByRole('button', { name: '점검 시작' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('안내문').fill('더 빠른 서버로 옮기고 있어요.')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('점검하고 있어요. 시청자는 안내문만 봐요.').waitFor()

  const viewer = await site.visit({ viewport: { width: 360, height: 780 } })
  viewer.allow(/503/)
  const response = await viewer.page.goto('/')
  expect(response?.status()).toBe(503)
  await viewer.page.getByRole('heading', { name: '점검하고 있어요' }).waitFor()
  await viewer.page.getByText('더 빠른 서버로 옮기고 있어요.').waitFor()
  expect(await findViolations(viewer.page)).toEqual([])

  // Staff work on, also on the pages of viewers.
  const staff = await visit.tab()
  expect((await staff.goto('/studio/works'))?.status()).toBe(200)
  expect((await staff.goto('/'))?.status()).toBe(200)
  await page.getByRole('button', { name: '점검 끝내기' }).click()
  await page.getByText('시청자에게 열려 있어요.').waitFor()
  await expect.poll(async () => (await viewer.page.goto('/'))?.status()).toBe(200)
  await endVisit(viewer)
  await endVisit(visit)
})

it('shows the message to a viewer whose page was open before', async () => {
  const owner = await makeMember(site.world, { is_staff: true })
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } })
  const { page } = visit
  visit.allow(/503/)
  await page.goto('/customer-service')
  const { studio_operations: calls } = endpoints
  const { version } = await owner.call(calls.readModes, {})
  const ends_at = new Date(site.world.clock.now().getTime() + 600_000).toISOString()
  await owner.call(calls.setMaintenance, { body: { version, message: '곧 다시 만나요.', ends_at } })
  await expect.poll(async () => (await site.world.fetch('/api/service/')).status).toBe(503)
  await page.getByRole('link', { name: '카테고리' }).first().click()
  await page.getByRole('heading', { name: '점검하고 있어요' }).waitFor()
  await page.getByText('곧 다시 만나요.').waitFor()
  await owner.call(calls.endMaintenance, {})
  await endVisit(visit)
})

it('tries the providers of the checklist', async () => {
  const owner = await makeMember(site.world, { is_staff: true })
  const visit = await site.visit({ viewport: { width: 768, height: 900 } }, owner)
  const { page } = visit
  await page.goto('/studio/settings')
  const step = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })
  await step('저장소').getByText('아직 해 보지 않았어요.').waitFor()
  await step('저장소').getByRole('button', { name: '저장소 확인하기' }).click()
  await step('저장소').getByText('잘 됐어요').waitFor()
  await step('저장소').getByText('끝났어요').waitFor()
  await step('메일').getByRole('button', { name: '시험 메일 보내기' }).click()
  await step('메일').getByText('해 봤지만 안 됐어요').waitFor()
  await step('문자').getByText('SMS_URL').waitFor()
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})
