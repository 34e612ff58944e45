import { transactions } from '#contract/transactions/transactions.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestMember } from '#test/fixtures/members.ts'
import {
  readMemberLedger,
  buyByCard,
  buyWithPoints,
  makePaidEpisode,
  orderEpisode,
  topUp,
} from '#test/fixtures/payments.ts'
import {
  makeCustomer,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
} from '#test/fixtures/subscriptions.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'

// Failures that operators of AVideo reported when they sold videos: github.com/WWBN/AVideo issues 4887, 4161, 6160,
// 6662 and 5217. Each test repeats one over HTTP with the gateway simulator.

const price = 1_500

let shop: PaymentsTestApp
beforeAll(async () => void (shop = await openPaymentsTestApp()))
afterEach(() => shop.rest())
afterAll(() => shop?.close())

const videoPath = (episode_id: number) => `/api/contents/${episode_id}/video/`

/**
 * Returns the result of a playback request. The episode has no film, so `video_not_ready` means that access is
 * granted.
 */
async function playbackResult(episode_id: number, member?: TestMember): Promise<string> {
  const path = videoPath(episode_id)
  const response = await (member ? member.fetch(path) : shop.fetch(path))
  const { code } = (await response.json()) as { code: string }
  return code === 'video_not_ready' ? 'plays' : code
}

/** The won that the gateway holds for all orders of a member. */
async function gatewayBalance(member: TestMember): Promise<number> {
  const { rows } = await shop.pool.query<{ order_id: string }>(
    'select order_id from orders where wallet_id = (select id from wallets where member_id = $1)',
    [member.id],
  )
  const orderIds = new Set(rows.map(({ order_id }) => order_id))
  return shop.gateway
    .transactions()
    .filter(({ orderId }) => orderIds.has(orderId))
    .reduce((sum, { amount, status }) => sum + (status === 'DONE' ? amount : -amount), 0)
}

/** A shared cache in front of the site: it stores every cacheable response by URL alone. */
function sharedCache() {
  const entries = new Map<string, { status: number; text: string }>()
  return async (path: string, member?: TestMember) => {
    const cached = entries.get(path)
    if (cached) return cached
    const response = await (member ? member.fetch(path) : shop.fetch(path))
    const entry = { status: response.status, text: await response.text() }
    const cacheControl = response.headers.get('cache-control') ?? 'public'
    if (!/no-store|private/.test(cacheControl)) entries.set(path, entry)
    return entry
  }
}

test('AVideo #4887: a shared cache serves no member the paid video or the refusal of another', async () => {
  const episode_id = await makePaidEpisode(shop, { price })
  const owner = await makeCustomer(shop)
  await buyByCard(shop, owner, episode_id)
  const other = await makeCustomer(shop)
  for (const viewers of [
    [owner, other],
    [other, owner],
  ]) {
    const request = sharedCache()
    for (const viewer of viewers) {
      const { code } = JSON.parse((await request(videoPath(episode_id), viewer)).text) as {
        code: string
      }
      expect(code).toBe(viewer === owner ? 'video_not_ready' : 'purchase_required')
    }
  }
  // A cacheable response contains no ownership, whichever viewer requested it first.
  const request = sharedCache()
  const detail = await request(`/api/contents/episodes/${episode_id}/`, owner)
  expect(detail.status).toBe(200)
  expect(await request(`/api/contents/episodes/${episode_id}/`)).toBe(detail)
  expect(await (await shop.fetch(`/api/contents/episodes/${episode_id}/`)).text()).toBe(detail.text)
})

test('AVideo #4161: a charged member can play at once, and a member without access is not charged', async () => {
  const episode_id = await makePaidEpisode(shop, { price })
  const member = await makeCustomer(shop)
  await topUp(shop, member, 5_000)
  expect(await playbackResult(episode_id, member)).toBe('purchase_required')
  const owner = new pg.Client({ connectionString: shop.owner_url })
  await owner.connect()
  try {
    // Delivery fails, so the charge is rolled back.
    await owner.query(`create function reject_delivery() returns trigger language plpgsql as
      $$ begin raise exception 'delivery rejected by the test'; end $$;
      create trigger reject_delivery before insert on purchases for each row execute function reject_delivery()`)
    await expect(buyWithPoints(member, episode_id, price)).rejects.toThrow('500')
    expect(await readMemberLedger(shop, member)).toMatchObject({
      paid_point: 5_000,
      paid_lots: 5_000,
    })
    expect(await playbackResult(episode_id, member)).toBe('purchase_required')
    await owner.query('drop function reject_delivery cascade')
  } finally {
    await owner.end()
  }
  await buyWithPoints(member, episode_id, price)
  expect(await readMemberLedger(shop, member)).toMatchObject({
    paid_point: 3_500,
    paid_lots: 3_500,
  })
  expect(await playbackResult(episode_id, member)).toBe('plays')

  // A card payment whose gateway response is lost.
  const other = await makePaidEpisode(shop, { price })
  shop.gateway.faults.add({ call: 'confirm', kind: 'drop_connection_after' })
  expect((await buyByCard(shop, member, other)).status).toBe('paid')
  expect(await playbackResult(other, member)).toBe('plays')
  expect(await gatewayBalance(member)).toBe(5_000 + price)
})

test('AVideo #6160: a declined card, an invented payment or a forged webhook grants no access', async () => {
  const episode_id = await makePaidEpisode(shop, { price })
  const member = await makeCustomer(shop)
  const confirm = (body: { payment_key: string; order_id: string; amount: number }) =>
    member.call(transactions.confirmPayment, { body }).catch(() => undefined)

  const declined = await orderEpisode(member, episode_id)
  const agreement = await shop.gateway.pay(declined.payment_window)
  shop.gateway.faults.add({ call: 'confirm', kind: 'code', code: 'REJECT_CARD_PAYMENT' })
  await confirm(agreement)
  expect(await playbackResult(episode_id, member)).toBe('purchase_required')

  const { order } = await orderEpisode(member, episode_id)
  const invented = { payment_key: 'invented-key', order_id: order.order_id, amount: price }
  const webhook = {
    eventType: 'PAYMENT_STATUS_CHANGED',
    createdAt: shop.clock.now().toISOString(),
    data: {
      paymentKey: invented.payment_key,
      orderId: order.order_id,
      status: 'DONE',
      totalAmount: price,
    },
  }
  const response = await shop.fetch(transactions.receiveTossWebhook.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(webhook),
  })
  expect(response.status).toBe(200)
  expect(await playbackResult(episode_id, member)).toBe('purchase_required')
  await confirm(invented)
  expect(await playbackResult(episode_id, member)).toBe('purchase_required')

  // With more points than the member has.
  await expect(buyWithPoints(member, episode_id, price)).rejects.toThrow()
  expect(await playbackResult(episode_id, member)).toBe('purchase_required')
  expect(await gatewayBalance(member)).toBe(0)
})

test('AVideo #6662: a video is sold for its price by card, without a top-up', async () => {
  const member = await makeCustomer(shop)
  const [first, second] = [
    await makePaidEpisode(shop, { price }),
    await makePaidEpisode(shop, { price }),
  ]
  expect((await buyByCard(shop, member, first)).amount).toBe(price)
  expect(await gatewayBalance(member)).toBe(price)
  expect(await readMemberLedger(shop, member)).toMatchObject({
    paid_point: 0,
    event_point: 0,
    won: price,
  })
  // A member with too few points can pay by card, too, and keeps the points.
  await topUp(shop, member, 1_000)
  await expect(buyWithPoints(member, second, price)).rejects.toMatchObject({
    problem: { code: 'insufficient_points', shortfall: { points: 500, package: 1_000 } },
  })
  expect((await buyByCard(shop, member, second)).amount).toBe(price)
  expect(await gatewayBalance(member)).toBe(price + 1_000 + price)
  expect(await readMemberLedger(shop, member)).toMatchObject({ paid_point: 1_000 })
  expect(await playbackResult(second, member)).toBe('plays')
})

test('AVideo #5217: a plan ends at its exact millisecond in months of any length', async () => {
  const episode = { is_free: false, price, in_subscription: true }
  const [episode_id = 0] = await makePlayable(shop, [episode])
  shop.clock.set('2027-01-31T03:00:00.000Z')
  const member = await makeCustomer(shop)
  await member.register('approve', plans.basic)
  const end = async () => (await member.mine()).subscription?.period_end
  // Months count from the anchor day in Korea, not from a shortened month.
  for (const until of ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']) {
    const instant = `${until}T03:00:00.000Z`
    expect(await end()).toBe(instant)
    expect(await playbackResult(episode_id, member)).toBe('plays')
    if (until !== '2027-05-31') await shop.passTo(instant)
  }
  await member.renews(false)
  shop.clock.set('2027-05-31T02:59:59.999Z')
  expect(await playbackResult(episode_id, member)).toBe('plays')
  shop.clock.set('2027-05-31T03:00:00.000Z')
  expect(await playbackResult(episode_id, member)).toBe('purchase_required')
  expect(await gatewayBalance(member)).toBe(4 * 7_900)
})
