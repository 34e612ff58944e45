// hard: one account deletion with a balance in many screens (15 s of CPU); integration tests hold the refunds.
import { subscriptions } from '#contract/transactions/subscriptions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tabTo, findViolations } from '#test/app/accessibility.ts'
import { readMemberLedger, buyByCard, topUp } from '#test/fixtures/payments.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { startInstant, createSubscriber, visitNow } from './advance-clock.ts'
import { putOnSale, spendPoints } from './funded-member.ts'

// Account deletion with a balance: refunds and expiring points are announced first.

const phone = { viewport: { width: 360, height: 780 } }

let site: Site
let sold: number[]
beforeAll(async () => {
  site = await openSite([], { gateway: true, now: startInstant })
  sold = await putOnSale(site.world, 2)
})
afterAll(() => site?.close())

test('announces refunds and losses of points, plan and purchases, and refunds the card', async () => {
  const { world } = site
  const member = await createSubscriber(world)
  const charge =
    (await member.call(subscriptions.readSubscription, {})).subscription?.order_id ?? ''
  const { order_id } = await topUp(world, member, 10_000)
  const [first = 0, second = 0] = sold
  // 300 of them are the bonus of the top-up and are spent first.
  await spendPoints(member, first, 1_500)
  await buyByCard(world, member, second)
  // More points that expire.
  const more = await topUp(world, member, 30_000)
  const { event_point } = await readMemberLedger(world, member)
  expect(event_point).toBeGreaterThan(0)

  const visit = await visitNow(site, member, phone)
  const { page } = visit
  await page.goto('/mypage/withdrawal')
  await page
    .getByText(
      '유료 포인트 38,800P에서 이미 쓴 이벤트 포인트 300P를 빼고, 38,500원을 충전한 카드로 먼저 환불해 드려요.',
    )
    .waitFor()
  await page
    .getByText(`이벤트 포인트 ${event_point.toLocaleString('ko-KR')}P는 사라져요.`)
    .waitFor()
  await page
    .getByText('스탠다드 이용권은 2월 28일 12:00까지 남아 있지만 바로 끝나요. 더 결제되지 않아요.')
    .waitFor()
  await page
    .getByText(
      '아직 이용권으로 보지 않아, 탈퇴하면 이번 결제 10,900원을 결제한 카드로 환불해 드려요.',
    )
    .waitFor()
  await page.getByText('소장하거나 대여한 2편을 더 볼 수 없어요.').waitFor()
  expect(await findViolations(page)).toEqual([])

  await page.getByLabel('하고 싶은 말').focus()
  await tabTo(page, '탈퇴하기')
  await page.keyboard.press('Enter')
  await page.getByLabel('지금 비밀번호').fill(member.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '탈퇴할게요' }).press('Enter')
  await page.waitForURL('/mypage/withdrawal/success')
  await page
    .getByText(
      '남은 포인트 38,500원과 이용권 결제 10,900원을 계정을 지울 때 결제한 카드로 환불해요. 카드사에 따라 며칠 더 걸릴 수 있어요.',
    )
    .waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await page.getByText(/^남은 포인트 38,500원과 이용권 결제 10,900원을/).waitFor()

  world.clock.advance(7 * 86_400_000)
  await world.workNow('delete_account', { member_id: member.id })
  const { rows } = await world.pool.query<{ id: number }>(
    `select id from refunds where wallet_id = (select wallet_id from orders where order_id = $1) order by id`,
    [order_id],
  )
  for (const { id } of rows) await world.workNow('process_refund', { refund_id: id })
  // Spent points are not refunded, the bonus is deducted at 1P per won; the rest is refunded to the card.
  expect(world.gateway.payments(order_id)).toMatchObject([
    { status: 'PARTIAL_CANCELED', balanceAmount: 1_500, cancels: [{ cancelAmount: 8_500 }] },
  ])
  expect(world.gateway.payments(more.order_id)).toMatchObject([
    { status: 'CANCELED', balanceAmount: 0, cancels: [{ cancelAmount: 30_000 }] },
  ])
  expect(world.gateway.payments(charge)).toMatchObject([
    { status: 'CANCELED', balanceAmount: 0, cancels: [{ cancelAmount: 10_900 }] },
  ])
  const { rows: letters } = await world.pool.query<{ subject: string }>(
    'select subject from messages where recipient = $1',
    [member.email],
  )
  expect(letters.map(({ subject }) => subject)).toContain(
    '[한편] 포인트와 이용권 결제 49,400원을 돌려드려요',
  )
  await endVisit(visit)
})
