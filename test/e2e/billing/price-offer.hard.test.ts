// hard: passes months, and asks members about a price (20 s).
import { endpoints } from '#contract/index.ts'
import { addDays, seoulDate } from '#contract/core/seoul-time.ts'
import { createPaymentDependencies } from '#server/composition/shared-dependencies.ts'
import { createLogger } from '#server/shared/logger.ts'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { makeSubscriber, runMoneyTasks } from '#test/fixtures/subscriptions.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { endVisit, openSite, type Site } from '../site.ts'

vi.setConfig({ testTimeout: 60_000 })

let site: Site
beforeAll(async () => {
  site = await openSite([], { gateway: true, env: { TOSS_TIMEOUT_MS: '400' } })
}, 240_000)
afterAll(() => site?.close())

async function tend() {
  const { world } = site
  await runMoneyTasks(
    createPaymentDependencies(world.config, world.server.database, {
      clock: world.clock,
      log: createLogger(world.config.log_level, 'test'),
    }),
  )
}

it('asks members of the former price, who agree by keyboard and withdraw', async () => {
  const { world } = site
  const member = await makeSubscriber(world, 2)
  const { studio_pricing: pricing } = endpoints
  const finance = await makeMember(world, { is_staff: true, staff_role: 'finance' })
  const body = { version: 1, price: 12_900 }
  await finance.call(pricing.updatePlan, { params: { id: 2 }, body })

  const owner = await makeMember(world, { is_staff: true })
  const studio = await site.visit({ viewport: { width: 360, height: 780 } }, owner)
  await studio.page.goto('/studio/pricing')
  await studio.page.getByRole('button', { name: '동의 구하기' }).click()
  const dialog = studio.page.getByRole('dialog')
  await dialog.getByText('스탠다드 10,900원 → 12,900원 (1명)').waitFor({ state: 'attached' })
  expect(await findViolations(studio.page)).toEqual([])
  await dialog.getByRole('combobox', { name: '동의하지 않으면' }).selectOption('end')
  await dialog.getByRole('button', { name: '시작하기' }).click()
  const table = studio.page.getByRole('table', { name: '쓰는 회원의 값 바꾸기' })
  await table.getByText('안내 0명 · 동의 0명').waitFor()
  await endVisit(studio)

  const { subscription } = await member.mine()
  for (let day = 0; day < 70; day++) {
    if ((await member.mine()).subscription?.price_offer) break
    world.clock.advance(86_400_000)
    await tend()
  }
  const offer = (await member.mine()).subscription?.price_offer
  expect(addDays(seoulDate(offer?.at ?? ''), -30)).toBe(seoulDate(world.clock.now()))
  expect(subscription?.plan.price).toBe(10_900)

  for (const [width, height] of [
    [360, 780],
    [768, 1024],
    [1440, 900],
  ] as const) {
    const visit = await site.visit({ viewport: { width, height } }, member)
    const { page } = visit
    await page.goto('/mypage')
    const notice = page.getByRole('region', { name: '새 이용료에 동의할지 정해 주세요' })
    await notice.getByText('아직 동의하지 않았어요.').waitFor()
    expect(await findViolations(page)).toEqual([])
    await notice.getByRole('button', { name: '새 이용료에 동의하기' }).focus()
    await page.keyboard.press('Enter')
    await notice.getByText('동의했어요.', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await notice.getByText('아직 동의하지 않았어요.').waitFor()
    await endVisit(visit)
  }

  // The second factor of the first visit has expired.
  const later = await makeMember(world, { is_staff: true })
  const { page, ...visit } = await site.visit({ viewport: { width: 1440, height: 900 } }, later)
  await page.goto('/studio/pricing')
  const row = page.getByRole('row').filter({ hasText: '10,900원 → 12,900원' })
  await row.getByText('안내 1명 · 동의 0명').waitFor()
  await row.getByRole('button', { name: '스탠다드 값 바꾸기 중단' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '중단' }).click()
  await row.getByRole('button').waitFor({ state: 'detached' })
  expect((await member.mine()).subscription?.price_offer).toBeNull()
  await endVisit({ page, ...visit })
})
