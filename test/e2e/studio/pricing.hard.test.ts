// hard: edits what the service sells (20 s); test/e2e/studio/lists.test.ts keeps the list pattern.
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { endVisit, openSite, type Site } from '../site.ts'

vi.setConfig({ testTimeout: 60_000 })

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 240_000)
afterAll(() => site?.close())

it('adds a plan, raises its price and retires it, and viewers see each step', async () => {
  const staff = await makeMember(site.world, { is_staff: true, staff_role: 'finance' })
  const visit = await site.visit({ viewport: { width: 360, height: 780 } }, staff)
  const { page } = visit
  await page.goto('/studio/pricing')
  const table = page.getByRole('table', { name: '이용권' })
  await table.getByText('프리미엄').waitFor()
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: '이용권 더하기' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '이름' }).fill('패밀리')
  await dialog.getByRole('textbox', { name: '한 달 값' }).fill('16900')
  await dialog.getByRole('textbox', { name: '동시 시청' }).fill('6')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: '저장' }).click()
  await table.getByText('월 16,900원').waitFor()

  await table.getByRole('button', { name: '패밀리 고치기' }).click()
  await dialog.getByRole('textbox', { name: '한 달 값' }).fill('18,900')
  await dialog.getByRole('button', { name: '저장' }).press('Enter')
  await table.getByText('월 18,900원').waitFor()
  await table.getByRole('button', { name: '패밀리 고치기' }).click()
  await dialog.getByRole('heading', { name: '지난 조건' }).waitFor()
  await dialog.getByRole('button', { name: '취소' }).click()

  const viewer = await site.visit({ viewport: { width: 1440, height: 900 } })
  await site.world.server.flushInvalidations()
  await viewer.page.goto('/mypage/plans')
  await viewer.page.getByRole('heading', { name: '패밀리' }).waitFor()
  await viewer.page.getByText('18,900').waitFor()

  await table.getByRole('button', { name: '패밀리 판매 종료' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '판매 종료' }).click()
  await table.getByRole('button', { name: '패밀리 다시 판매' }).waitFor()
  await site.world.server.flushInvalidations()
  await viewer.page.reload()
  await viewer.page.getByRole('heading', { name: '프리미엄' }).waitFor()
  expect(await viewer.page.getByRole('heading', { name: '패밀리' }).count()).toBe(0)
  await endVisit(viewer)
  await endVisit(visit)
})

it('sells a package with another bonus in place of the former one', async () => {
  const staff = await makeMember(site.world, { is_staff: true })
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } }, staff)
  const { page } = visit
  await page.goto('/studio/pricing')
  const table = page.getByRole('table', { name: '충전 포인트' })
  await table.getByText('100,000P').waitFor()
  await page.getByRole('button', { name: '충전 포인트 더하기' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '값' }).fill('20000')
  await dialog.getByRole('textbox', { name: '보너스' }).fill('700')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: '저장' }).click()
  await table.getByRole('button', { name: '20,000P(보너스 700P) 고치기' }).click()
  await dialog.getByRole('textbox', { name: '보너스' }).fill('900')
  await dialog.getByRole('button', { name: '저장' }).press('Enter')
  await table.getByRole('button', { name: '20,000P(보너스 900P) 고치기' }).waitFor()
  await table.getByRole('button', { name: '20,000P(보너스 700P) 다시 판매' }).waitFor()
  expect(await findViolations(page)).toEqual([])

  const buyer = await site.visit(
    { viewport: { width: 360, height: 780 } },
    await makeMember(site.world),
  )
  await site.world.server.flushInvalidations()
  await buyer.page.goto('/mypage/points')
  await buyer.page.getByRole('button', { name: /20,000.*900P/ }).waitFor()
  await endVisit(buyer)
  await endVisit(visit)
})
