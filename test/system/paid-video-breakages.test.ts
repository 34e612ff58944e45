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

// What broke for those who sold videos with AVideo, as they told it: github.com/WWBN/AVideo issues 4887, 4161, 6160, 6662
// and 5217. Each is gone through here over the wire, with the gateway's simulator.

const price = 1_500

let shop: PaymentsTestApp
beforeAll(async () => void (shop = await openPaymentsTestApp()))
afterEach(() => shop.rest())
afterAll(() => shop?.close())

const videoPath = (episode_id: number) => `/api/contents/${episode_id}/video/`

/** How the player is answered: past the wall there is no film, which is another refusal. */
async function played(episode_id: number, member?: TestMember): Promise<string> {
  const path = videoPath(episode_id)
  const answer = await (member ? member.fetch(path) : shop.fetch(path))
  const { code } = (await answer.json()) as { code: string }
  return code === 'video_not_ready' ? 'plays' : code
}

/** Won that the gateway holds of all that a member ordered. */
async function atGateway(member: TestMember): Promise<number> {
  const { rows } = await shop.pool.query<{ order_id: string }>(
    'select order_id from orders where wallet_id = (select id from wallets where member_id = $1)',
    [member.id],
  )
  const his = new Set(rows.map(({ order_id }) => order_id))
  return shop.gateway
    .transactions()
    .filter(({ orderId }) => his.has(orderId))
    .reduce((sum, { amount, status }) => sum + (status === 'DONE' ? amount : -amount), 0)
}

/** A cache before the site that many share: it keeps what says that it may be kept, by its address alone. */
function sharedCache() {
  const kept = new Map<string, { status: number; text: string }>()
  return async (path: string, member?: TestMember) => {
    const found = kept.get(path)
    if (found) return found
    const answer = await (member ? member.fetch(path) : shop.fetch(path))
    const got = { status: answer.status, text: await answer.text() }
    const caching = answer.headers.get('cache-control') ?? 'public'
    if (!/no-store|private/.test(caching)) kept.set(path, got)
    return got
  }
}

test('AVideo #4887: a cache that many share gives nobody the video that another paid for, nor another’s refusal', async () => {
  const episode_id = await makePaidEpisode(shop, { price })
  const owner = await makeCustomer(shop)
  await buyByCard(shop, owner, episode_id)
  const stranger = await makeCustomer(shop)
  for (const askers of [
    [owner, stranger],
    [stranger, owner],
  ]) {
    const ask = sharedCache()
    for (const asker of askers) {
      const { code } = JSON.parse((await ask(videoPath(episode_id), asker)).text) as {
        code: string
      }
      expect(code).toBe(asker === owner ? 'video_not_ready' : 'purchase_required')
    }
  }
  // What a cache may keep says of nobody that he owns it, whoever asked first.
  const ask = sharedCache()
  const detail = await ask(`/api/contents/episodes/${episode_id}/`, owner)
  expect(detail.status).toBe(200)
  expect(await ask(`/api/contents/episodes/${episode_id}/`)).toBe(detail)
  expect(await (await shop.fetch(`/api/contents/episodes/${episode_id}/`)).text()).toBe(detail.text)
})

test('AVideo #4161: who is charged may play at once, and who may not play is not charged', async () => {
  const episode_id = await makePaidEpisode(shop, { price })
  const member = await makeCustomer(shop)
  await topUp(shop, member, 5_000)
  expect(await played(episode_id, member)).toBe('purchase_required')
  const owner = new pg.Client({ connectionString: shop.owner_url })
  await owner.connect()
  try {
    // Handing out fails: then nothing is taken either.
    await owner.query(`create function nothing_today() returns trigger language plpgsql as
      $$ begin raise exception 'nothing is handed out today'; end $$;
      create trigger nothing_today before insert on purchases for each row execute function nothing_today()`)
    await expect(buyWithPoints(member, episode_id, price)).rejects.toThrow('500')
    expect(await readMemberLedger(shop, member)).toMatchObject({
      paid_point: 5_000,
      paid_lots: 5_000,
    })
    expect(await played(episode_id, member)).toBe('purchase_required')
    await owner.query('drop function nothing_today cascade')
  } finally {
    await owner.end()
  }
  await buyWithPoints(member, episode_id, price)
  expect(await readMemberLedger(shop, member)).toMatchObject({
    paid_point: 3_500,
    paid_lots: 3_500,
  })
  expect(await played(episode_id, member)).toBe('plays')

  // By card, where the gateway takes the money and its answer is lost.
  const other = await makePaidEpisode(shop, { price })
  shop.gateway.faults.add({ call: 'confirm', kind: 'drop_connection_after' })
  expect((await buyByCard(shop, member, other)).status).toBe('paid')
  expect(await played(other, member)).toBe('plays')
  expect(await atGateway(member)).toBe(5_000 + price)
})

test('AVideo #6160: nothing opens that was not paid: not by a refused card, a made-up payment or a forged notice', async () => {
  const episode_id = await makePaidEpisode(shop, { price })
  const member = await makeCustomer(shop)
  const confirm = (body: { payment_key: string; order_id: string; amount: number }) =>
    member.call(transactions.confirmPayment, { body }).catch(() => undefined)

  const refused = await orderEpisode(member, episode_id)
  const agreement = await shop.gateway.pay(refused.window)
  shop.gateway.faults.add({ call: 'confirm', kind: 'code', code: 'REJECT_CARD_PAYMENT' })
  await confirm(agreement)
  expect(await played(episode_id, member)).toBe('purchase_required')

  const { order } = await orderEpisode(member, episode_id)
  const made_up = { payment_key: 'made-up-by-me', order_id: order.order_id, amount: price }
  const notice = {
    eventType: 'PAYMENT_STATUS_CHANGED',
    createdAt: shop.clock.now().toISOString(),
    data: {
      paymentKey: made_up.payment_key,
      orderId: order.order_id,
      status: 'DONE',
      totalAmount: price,
    },
  }
  const told = await shop.fetch(transactions.hearGateway.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(notice),
  })
  expect(told.status).toBe(200)
  expect(await played(episode_id, member)).toBe('purchase_required')
  await confirm(made_up)
  expect(await played(episode_id, member)).toBe('purchase_required')

  // With points that are not there.
  await expect(buyWithPoints(member, episode_id, price)).rejects.toThrow()
  expect(await played(episode_id, member)).toBe('purchase_required')
  expect(await atGateway(member)).toBe(0)
})

test('AVideo #6662: a video is bought for its price by card, and nobody has to fill a wallet before', async () => {
  const member = await makeCustomer(shop)
  const [first, second] = [
    await makePaidEpisode(shop, { price }),
    await makePaidEpisode(shop, { price }),
  ]
  expect((await buyByCard(shop, member, first)).amount).toBe(price)
  expect(await atGateway(member)).toBe(price)
  expect(await readMemberLedger(shop, member)).toMatchObject({
    paid_point: 0,
    event_point: 0,
    won: price,
  })
  // Nor does who has some points, too few: they stay his.
  await topUp(shop, member, 1_000)
  await expect(buyWithPoints(member, second, price)).rejects.toMatchObject({
    problem: { code: 'points_missing', missing: { points: 500, package: 1_000 } },
  })
  expect((await buyByCard(shop, member, second)).amount).toBe(price)
  expect(await atGateway(member)).toBe(price + 1_000 + price)
  expect(await readMemberLedger(shop, member)).toMatchObject({ paid_point: 1_000 })
  expect(await played(second, member)).toBe('plays')
})

test('AVideo #5217: a plan ends when it says, to the millisecond, however long the month is', async () => {
  const wish = { is_free: false, price, in_subscription: true }
  const [episode_id = 0] = await makePlayable(shop, [wish])
  shop.clock.set('2027-01-31T03:00:00.000Z')
  const member = await makeCustomer(shop)
  await member.register('approve', plans.basic)
  const end = async () => (await member.mine()).subscription?.period_end
  // Months after the first day, in Korea; never a month after the shortened one.
  for (const until of ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']) {
    const instant = `${until}T03:00:00.000Z`
    expect(await end()).toBe(instant)
    expect(await played(episode_id, member)).toBe('plays')
    if (until !== '2027-05-31') await shop.passTo(instant)
  }
  await member.renews(false)
  shop.clock.set('2027-05-31T02:59:59.999Z')
  expect(await played(episode_id, member)).toBe('plays')
  shop.clock.set('2027-05-31T03:00:00.000Z')
  expect(await played(episode_id, member)).toBe('purchase_required')
  expect(await atGateway(member)).toBe(4 * 7_900)
})
