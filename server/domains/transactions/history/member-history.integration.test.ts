import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  buyByCard,
  buyWithPoints,
  makePaidEpisode,
  orderEpisode,
  topUp,
} from '#test/fixtures/payments.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const purchaseCount = 12

let app: TestApp
let member: TestMember
const episodes: number[] = []
beforeAll(async () => {
  app = await openTestApp({ gateway: true })
  member = await makeMember(app)
  await topUp(app, member, 10_000)
  for (let n = 0; n < purchaseCount; n++) {
    const episode = await makePaidEpisode(app, { price: 100 })
    episodes.push(episode)
    app.clock.advance(1_000)
    await buyWithPoints(member, episode, 100)
  }
  await buyByCard(app, member, await makePaidEpisode(app), 2)
  // Neither of these creates a ledger entry.
  await orderEpisode(member, await makePaidEpisode(app))
  await (await makeMember(app)).call(transactions.listPoints, { query: {} })
})
afterAll(() => app?.close())

test('lists purchases newest first, in pages, filtered by ownership type', async () => {
  const all = await member.call(transactions.listPurchases, { query: {} })
  expect(all.count).toBe(purchaseCount + 1)
  expect(all.results.slice(1).map(({ episode }) => episode.id)).toEqual(episodes.toReversed())
  const page = await member.call(transactions.listPurchases, { query: { limit: 5, offset: 5 } })
  expect(page.count).toBe(purchaseCount + 1)
  expect(page.results).toEqual(all.results.slice(5, 10))
  const rented = await member.call(transactions.listPurchases, {
    query: { ownership_type_id: '2' },
  })
  expect([rented.count, rented.results.length]).toEqual([1, 1])
  const beyond = await member.call(transactions.listPurchases, { query: { offset: 100 } })
  expect([beyond.count, beyond.results]).toEqual([purchaseCount + 1, []])
})

test.each(['listLedgerEntries', 'listPointTransactions'] as const)(
  '%s sorts in both directions and pages through one list',
  async (name) => {
    const read = (query: object) => member.call(transactions[name], { query })
    const newest = await read({ limit: 100 })
    const oldest = await read({ limit: 100, ordering: 'transaction_date' })
    expect(newest.count).toBe(newest.results.length)
    expect(oldest.results).toEqual(newest.results.toReversed())
    const pages = [...(await read({ limit: 7 })).results]
    pages.push(...(await read({ limit: 7, offset: 7 })).results)
    expect(pages).toEqual(newest.results.slice(0, 14))
    const ids = newest.results.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  },
)

test('keeps a purchase visible to the buyer after its episode is hidden', async () => {
  const [episode = 0] = episodes
  await app.pool.query('update episodes set is_hidden = true where id = $1', [episode])
  const { results } = await member.call(transactions.listPurchases, { query: {} })
  expect(results.map(({ episode: { id } }) => id)).toContain(episode)
})

test('returns empty lists and no points to a member without transactions', async () => {
  const newMember = await makeMember(app)
  const empty = { count: 0, results: [] }
  expect(await newMember.call(transactions.listPurchases, { query: {} })).toEqual(empty)
  expect(await newMember.call(transactions.listLedgerEntries, { query: {} })).toEqual(empty)
  expect(await newMember.call(transactions.listPointTransactions, { query: {} })).toEqual(empty)
  expect(await newMember.call(transactions.listRefunds, { query: {} })).toEqual(empty)
  expect(await newMember.call(transactions.listPoints, { query: {} })).toEqual({
    ...empty,
    event_point: 0,
    paid_point: 0,
    expiring: [],
  })
})
