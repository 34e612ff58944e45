import { transactions } from '#contract/transactions/transactions.ts'
import { isJobDue } from '#test/fixtures/job-queue.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  givenConsents,
  readMemberLedger,
  buyByCard,
  buyWithPoints,
  makePaidEpisode,
  orderEpisode,
  topUp,
} from '#test/fixtures/payments.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { openTestApp, expectProblem, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ gateway: true })))
afterAll(() => app?.close())

const minute = 60_000
const day = 86_400_000

const purchasesOf = (member: Parameters<typeof orderEpisode>[0]) =>
  member.call(transactions.listPurchases, { query: {} })

describe('an episode by card', () => {
  test('is ordered at the server’s price, paid in the window and delivered', async () => {
    const member = await makeMember(app)
    const episode_id = await makePaidEpisode(app, { price: 1_700 })
    const { order, payment_window: window } = await orderEpisode(member, episode_id)
    expect(order).toMatchObject({
      status: 'created',
      amount: 1_700,
      kind: 'episode',
      receipt: null,
    })
    expect(window).toMatchObject({ order_id: order.order_id, amount: 1_700 })
    const paid = await member.call(transactions.confirmPayment, {
      body: await app.gateway.pay(window),
    })
    expect(paid).toMatchObject({
      status: 'paid',
      receipt: { supply_price: 1_545, vat: 155 },
      episode: { id: episode_id },
    })
    const { count, results } = await purchasesOf(member)
    expect(count).toBe(1)
    expect(results[0]).toMatchObject({
      state: 'active',
      price: 1_700,
      expires_at: null,
      order_id: order.order_id,
      refundable: { is_refundable: true, amount: 1_700, event_point: 0, paid_point: 0 },
    })
    expect(app.gateway.payments(order.order_id)).toMatchObject([{ status: 'DONE' }])
    const { results: money } = await member.call(transactions.listLedgerEntries, { query: {} })
    expect(money).toMatchObject([{ kind: 'purchase', amount: 1_700, status: 'paid' }])
  })

  test.each(['.', '..', 'a\0b', '열쇠', 'a b'])(
    'is not confirmed by the invalid payment key %j',
    async (payment_key) => {
      const member = await makeMember(app)
      const { order } = await orderEpisode(member, await makePaidEpisode(app, { price: 1_700 }))
      const { order_id, amount } = order
      const body = { payment_key, order_id, amount }
      expect((await expectProblem(member.call(transactions.confirmPayment, { body }))).code).toBe(
        'invalid_request',
      )
      const after = await member.call(transactions.readOrder, { params: { order_id } })
      expect(after.status).toBe('created')
    },
  )

  test('is rented for 30 days', async () => {
    const member = await makeMember(app)
    await buyByCard(app, member, await makePaidEpisode(app), 2)
    const { results } = await purchasesOf(member)
    const ends = app.clock.now().getTime() + 30 * day
    expect(results[0]).toMatchObject({
      ownership_type_id: 2,
      price: 500,
      expires_at: new Date(ends).toISOString(),
    })
  })

  test('replaces a rental only by 소장, paid by card or points', async () => {
    const member = await makeMember(app)
    await topUp(app, member, 5_000)
    const [by_card, with_points] = [await makePaidEpisode(app), await makePaidEpisode(app)]
    for (const episode_id of [by_card, with_points]) {
      await buyByCard(app, member, episode_id, 2)
      const again = await expectProblem(orderEpisode(member, episode_id, 2))
      expect(again.code).toBe('already_owned')
    }
    await buyByCard(app, member, by_card)
    await buyWithPoints(member, with_points, 1_500)
    const { results } = await purchasesOf(member)
    for (const episode_id of [by_card, with_points]) {
      const purchases = results.filter(({ episode }) => episode.id === episode_id)
      expect(purchases.map(({ ownership_type_id, state }) => [ownership_type_id, state])).toEqual([
        [3, 'active'],
        [2, 'ended'],
      ])
      expect((await expectProblem(orderEpisode(member, episode_id))).code).toBe('already_owned')
      const payment = buyWithPoints(member, episode_id, 1_500)
      expect((await expectProblem(payment)).code).toBe('already_owned')
    }
  })

  test('reuses an unpaid order for two tabs or a double click', async () => {
    const member = await makeMember(app)
    const episode_id = await makePaidEpisode(app)
    const orders = await Promise.all(
      Array.from({ length: 8 }, () => orderEpisode(member, episode_id)),
    )
    expect(new Set(orders.map(({ order }) => order.order_id)).size).toBe(1)
    // An order is reused while more than five minutes are left to pay it.
    const [first] = orders
    const again = async () => (await orderEpisode(member, episode_id)).order.order_id
    app.clock.advance(25 * minute - 1)
    expect(await again()).toBe(first?.order.order_id)
    app.clock.advance(1)
    expect(await again()).not.toBe(first?.order.order_id)
    expect(await member.call(transactions.readOrder, { params: first!.order })).toMatchObject({
      status: 'failed',
      failure: { code: 'ORDER_REPLACED' },
    })
  })

  test('replaces an unpaid order when the price or ownership type changes', async () => {
    const member = await makeMember(app)
    const episode_id = await makePaidEpisode(app, { price: 1_500, rental_price: 1_500 })
    const { order, payment_window: window } = await orderEpisode(member, episode_id)
    const rent = await orderEpisode(member, episode_id, 2)
    expect(rent.order.order_id).not.toBe(order.order_id)
    await app.pool.query('update episodes set rental_price = 700 where id = $1', [episode_id])
    const repriced = await orderEpisode(member, episode_id, 2)
    expect(repriced.order.amount).toBe(700)
    const problem = await expectProblem(
      member.call(transactions.confirmPayment, { body: await app.gateway.pay(window) }),
    )
    expect(problem).toMatchObject({ code: 'payment_declined', decline: { code: 'ORDER_REPLACED' } })
    expect(app.gateway.payments(order.order_id)[0]?.status).not.toBe('DONE')
  })

  test('is paid once when confirmed eight times concurrently', async () => {
    const member = await makeMember(app)
    const { payment_window: window, order } = await orderEpisode(member, await makePaidEpisode(app))
    const body = await app.gateway.pay(window)
    await Promise.all(
      Array.from({ length: 8 }, () => member.call(transactions.confirmPayment, { body })),
    )
    const again = await member.call(transactions.confirmPayment, { body })
    expect(again.status).toBe('paid')
    expect(app.gateway.payments(order.order_id)).toHaveLength(1)
    expect((await readMemberLedger(app, member)).won).toBe(1_500)
    expect((await purchasesOf(member)).count).toBe(1)
  })

  test('rejects a tampered amount, an order of another member and an unknown order', async () => {
    const [member, other] = [await makeMember(app), await makeMember(app)]
    const { payment_window: window, order } = await orderEpisode(member, await makePaidEpisode(app))
    const body = await app.gateway.pay(window)
    const confirm = (payer: typeof member, more: Partial<typeof body>) =>
      expectProblem(payer.call(transactions.confirmPayment, { body: { ...body, ...more } }))
    expect(await confirm(member, { amount: 100 })).toMatchObject({ code: 'payment_mismatch' })
    expect(await confirm(other, {})).toMatchObject({ code: 'not_found' })
    expect(await confirm(member, { order_id: 'no-order-of-ours' })).toMatchObject({
      code: 'not_found',
    })
    // The payment key of a cheaper order, used for this order.
    const cheap = await orderEpisode(member, await makePaidEpisode(app, { price: 100 }))
    const { payment_key } = await app.gateway.pay(cheap.payment_window)
    expect(await confirm(member, { payment_key })).toMatchObject({ code: 'payment_declined' })
    expect(app.gateway.payments(order.order_id)[0]?.status).not.toBe('DONE')
    expect((await purchasesOf(member)).count).toBe(0)
  })

  test('treats an order of another member as not found', async () => {
    const [member, other] = [await makeMember(app), await makeMember(app)]
    const unpaid = await orderEpisode(member, await makePaidEpisode(app))
    const paid = await buyByCard(app, member, await makePaidEpisode(app))
    const attempts = (order_id: string) => [
      other.call(transactions.readOrder, { params: { order_id } }),
      other.call(transactions.abandonOrder, {
        params: { order_id },
        body: { code: 'USER_CANCEL' },
      }),
      other.call(transactions.requestRefund, { body: { order_id } }),
      other.call(transactions.confirmPayment, {
        body: { order_id, payment_key: 'payment-key-of-another', amount: 1_500 },
      }),
    ]
    const readProblems = async (order_id: string) => {
      const problems = await Promise.all(attempts(order_id).map(expectProblem))
      return problems.map(({ request_id: _, ...problem }) => problem)
    }
    const none = await readProblems('no-order-of-ours')
    expect(none.map(({ code }) => code)).toEqual(Array(4).fill('not_found'))
    for (const { order_id } of [unpaid.order, paid])
      expect(await readProblems(order_id)).toEqual(none)
    const read = (order_id: string) =>
      member.call(transactions.readOrder, { params: { order_id } }).then(({ status }) => status)
    expect(await read(unpaid.order.order_id)).toBe('created')
    expect(await read(paid.order_id)).toBe('paid')
  })

  test('reports the decline reason of a card and allows a new order', async () => {
    const member = await makeMember(app)
    const episode_id = await makePaidEpisode(app)
    const { payment_window: window, order } = await orderEpisode(member, episode_id)
    const problem = await expectProblem(
      member.call(transactions.confirmPayment, {
        body: await app.gateway.pay(window, 'INVALID_STOPPED_CARD'),
      }),
    )
    expect(problem).toMatchObject({ status: 402, decline: { code: 'INVALID_STOPPED_CARD' } })
    expect(problem.decline?.detail).toContain('정지된 카드')
    const read = await member.call(transactions.readOrder, {
      params: { order_id: order.order_id },
    })
    expect(read).toMatchObject({ status: 'failed', failure: { code: 'INVALID_STOPPED_CARD' } })
    await buyByCard(app, member, episode_id)
    expect((await purchasesOf(member)).count).toBe(1)
  })

  test('fails an order whose window was closed or left open for an hour', async () => {
    const member = await makeMember(app)
    const episode_id = await makePaidEpisode(app)
    const first = await orderEpisode(member, episode_id)
    const { order_id } = first.order
    const abandoned = await member.call(transactions.abandonOrder, {
      params: { order_id },
      body: { code: 'PAY_PROCESS_CANCELED' },
    })
    expect(abandoned.failure?.detail).toContain('결제를 취소했어요')
    const { payment_window: window, order } = await orderEpisode(member, episode_id)
    expect(order.order_id).not.toBe(order_id)
    const body = await app.gateway.pay(window)
    app.clock.advance(61 * 60_000)
    const problem = await expectProblem(member.call(transactions.confirmPayment, { body }))
    expect(problem.decline?.code).toBe('WINDOW_ENDED')
    expect((await readMemberLedger(app, member)).won).toBe(0)
  })

  test('can be paid for exactly 30 minutes', async () => {
    const member = await makeMember(app)
    const payAt = async (ms: number) => {
      const { payment_window: window } = await orderEpisode(member, await makePaidEpisode(app))
      app.clock.advance(25 * minute)
      const body = await app.gateway.pay(window)
      app.clock.advance(5 * minute + ms)
      return member.call(transactions.confirmPayment, { body })
    }
    expect((await payAt(-1)).status).toBe('paid')
    expect((await expectProblem(payAt(0))).decline?.code).toBe('WINDOW_ENDED')
    expect((await readMemberLedger(app, member)).won).toBe(1_500)
  })

  test('is declined more than ten minutes after authorization and can be ordered again', async () => {
    const member = await makeMember(app)
    const episode_id = await makePaidEpisode(app)
    const { payment_window: window } = await orderEpisode(member, episode_id)
    const body = await app.gateway.pay(window)
    app.clock.advance(10 * minute + 1_000)
    const problem = await expectProblem(member.call(transactions.confirmPayment, { body }))
    expect(problem.decline).toMatchObject({
      code: 'EXPIRED',
      detail: expect.stringContaining('결제 시간이 지났어요'),
    })
    expect((await readMemberLedger(app, member)).won).toBe(0)
    await buyByCard(app, member, episode_id)
    expect((await purchasesOf(member)).count).toBe(1)
  })

  test('is not sold twice, without consent or if it is not for sale', async () => {
    const member = await makeMember(app)
    const episode_id = await makePaidEpisode(app, { rental_price: null })
    const body = {
      episode_id,
      ownership_type_id: 3,
      payment_method: 'card',
      ...givenConsents,
    } as const
    const order = (more: object) =>
      expectProblem(member.call(transactions.orderEpisode, { body: { ...body, ...more } }))
    expect(await order({ ownership_type_id: 2 })).toMatchObject({ code: 'not_for_sale' })
    expect((await order({ privacy_agreed: false })).errors).toMatchObject([
      { field: 'privacy_agreed', code: 'consent_required' },
    ])
    const [free = 0, adult = 0] = [
      (await makePlayable(app, [{}]))[0],
      (await makePlayable(app, [{ series: { age_rating: '19' }, is_free: false, price: 900 }]))[0],
    ]
    expect(await order({ episode_id: free })).toMatchObject({ code: 'not_for_sale' })
    expect(await order({ episode_id: adult })).toMatchObject({
      code: 'adult_verification_required',
    })
    await buyByCard(app, member, episode_id)
    expect(await order({})).toMatchObject({ code: 'already_owned' })
  })

  test('is not sold by card or with points while it cannot be played', async () => {
    const member = await makeMember(app)
    await topUp(app, member, 3_000)
    const episode_id = await makePaidEpisode(app)
    const setEpisode = (columns: string) =>
      app.pool.query(`update episodes set ${columns} where id = $1`, [episode_id])
    for (const [columns, code] of [
      [`video_state = 'none'`, 'video_not_ready'],
      [`video_state = 'preparing'`, 'video_not_ready'],
      [`is_hidden = true, is_announced = false`, 'not_found'],
    ] as const) {
      await setEpisode(columns)
      expect(await expectProblem(orderEpisode(member, episode_id))).toMatchObject({ code })
      expect(await expectProblem(buyWithPoints(member, episode_id, 1_500))).toMatchObject({ code })
    }
    await setEpisode(`is_hidden = false, video_state = 'ready'`)
    const { payment_window: window } = await orderEpisode(member, episode_id)
    await setEpisode(`video_state = 'none'`)
    // Paid in the window after the film was withdrawn: no money is taken.
    const body = await app.gateway.pay(window!)
    const confirmations = await Promise.all(
      Array.from({ length: 8 }, () =>
        expectProblem(member.call(transactions.confirmPayment, { body })),
      ),
    )
    for (const problem of confirmations)
      expect(problem).toMatchObject({
        code: 'payment_declined',
        decline: { code: 'VIDEO_NOT_READY' },
      })
    expect((await purchasesOf(member)).count).toBe(0)
    expect(await readMemberLedger(app, member)).toMatchObject({ paid_point: 3_000, won: 3_000 })
  })

  test('is not confirmed once it is owned, and is refunded automatically if paid anyway', async () => {
    const member = await makeMember(app)
    const episode_id = await makePaidEpisode(app)
    await topUp(app, member, 5_000)
    const { payment_window: window, order } = await orderEpisode(member, episode_id)
    const body = await app.gateway.pay(window)
    await buyWithPoints(member, episode_id, 1_500)
    const problem = await expectProblem(member.call(transactions.confirmPayment, { body }))
    expect(problem.decline?.code).toBe('ORDER_REPLACED')
    // Manipulates the database so that two payments for one episode are pending at once.
    const another = await makePaidEpisode(app)
    const late = await orderEpisode(member, another)
    const payment = await app.gateway.pay(late.payment_window)
    const { rows } = await app.pool.query<{ id: number }>(
      `update orders set status = 'confirming', processing_started_at = now(), payment_key = $2 where order_id = $1 returning id`,
      [late.order.order_id, payment.payment_key],
    )
    const order_id = rows[0]?.id ?? 0
    await app.pool.query(
      `with other as (
         insert into orders (order_id, wallet_id, kind, status, payment_method, title, amount, episode_id,
           ownership_type_id, event_point, paid_point, created_at, paid_at)
         select order_id || 'x', wallet_id, kind, 'paid', 'point', title, amount, episode_id, 3, 0, amount, now(), now()
         from orders where id = $1 returning *)
       insert into purchases (wallet_id, episode_id, ownership_type_id, order_id, purchased_at)
       select wallet_id, episode_id, 3, id, now() from other`,
      [order_id],
    )
    await app.workNow('process_payment', { order_id })
    const { rows: refunds } = await app.pool.query<{ id: number }>(
      `select id from refunds where order_id = $1 and reason = 'undeliverable'`,
      [order_id],
    )
    expect(await isJobDue(app, `refund:${refunds[0]?.id}`)).toBe(true)
    await app.workNow('process_refund', { refund_id: refunds[0]?.id ?? 0 })
    expect(app.gateway.payments(late.order.order_id)).toMatchObject([{ status: 'CANCELED' }])
    const read = await member.call(transactions.readOrder, {
      params: { order_id: late.order.order_id },
    })
    expect(read).toMatchObject({ status: 'cancelled', cancelled_amount: 1_500 })
    expect((await member.call(transactions.listRefunds, { query: {} })).results).toMatchObject([
      {
        order_id: late.order.order_id,
        reason: 'undeliverable',
        status: 'succeeded',
        amount: 1_500,
      },
    ])
    expect((await readMemberLedger(app, member)).won).toBe(5_000)
    expect(order.status).toBe('created')
  })
})
