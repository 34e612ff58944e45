import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus, findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { readMemberLedger, buyByCard } from '#test/fixtures/payments.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { putOnSale } from './funded-member.ts'
// Purchases, rentals and their refunds: the button if allowed, the reason if not.

const wide = { viewport: { width: 1440, height: 900 } }

let site: Site
let sold: number[]
beforeAll(async () => {
  site = await openSite([], { gateway: true })
  sold = await putOnSale(site.world, 3)
})
afterAll(() => site?.close())

const film = (at: number) => sold[at] ?? 0
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const question = (page: Page) => page.getByRole('dialog', { name: '환불할까요?' })

test('refunds an unwatched card purchase to the card', async () => {
  const member = await makeMember(site.world)
  const { order_id } = await buyByCard(site.world, member, film(0))
  const visit = await site.visit(wide, member)
  const { page } = visit
  await page.goto('/mypage/purchased')
  const line = page.getByRole('article')
  await line.getByText('기간 제한 없이 볼 수 있어요').waitFor()
  await line.getByText(/구매 · 카드 1,500원$/).waitFor()
  // Rendered twice; each width shows one.
  await line
    .getByText(/까지 환불할 수 있어요$/)
    .last()
    .waitFor()
  expect(await findViolations(page)).toEqual([])
  await button(page, /환불$/).focus()
  await page.keyboard.press('Enter')
  await question(page).getByText('결제한 카드로 환불').waitFor()
  await question(page).getByText('1,500원', { exact: true }).waitFor()
  await question(page)
    .getByText(/이 회차를 더 볼 수 없어요/)
    .waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await readFocus(page)).name).toMatch(/환불$/)
  await page.keyboard.press('Enter')
  await question(page).getByRole('button', { name: '1,500원 환불받기' }).dblclick()
  await page.getByText('1,500원을 결제한 카드로 환불했어요').waitFor()
  await line.getByText('환불했어요', { exact: true }).waitFor()
  await expect.poll(() => button(page, /환불$/).count()).toBe(0)
  expect(await readMemberLedger(site.world, member)).toMatchObject({ won: 0 })
  expect(site.world.gateway.payments(order_id)).toMatchObject([{ status: 'CANCELED' }])

  await page.goto('/mypage/payments')
  const november = page.getByRole('region')
  await november.getByText('−1,500원').waitFor()
  await november.getByText('환불 완료').waitFor()
  await page.getByRole('link', { name: '환불 내역' }).click()
  const back = page.getByRole('article')
  await back.getByText('환불 완료').waitFor()
  await back.getByText('카드로 환불').waitFor()
  expect(await findViolations(page)).toEqual([])
  await back.getByRole('link').click()
  await page.getByText('환불한 금액').waitFor()
  await endVisit(visit)
})
