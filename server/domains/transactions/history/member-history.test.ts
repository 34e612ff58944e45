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

const bought = 12

let world: TestApp
let member: TestMember
const episodes: number[] = []
beforeAll(async () => {
  world = await openTestApp({ gateway: true })
  member = await makeMember(world)
  await topUp(world, member, 10_000)
  for (let at = 0; at < bought; at++) {
    const episode = await makePaidEpisode(world, { price: 100 })
    episodes.push(episode)
    world.clock.advance(1_000)
    await buyWithPoints(member, episode, 100)
  }
  await buyByCard(world, member, await makePaidEpisode(world), 2)
  // Neither of these has moved anything.
  await orderEpisode(member, await makePaidEpisode(world))
  await (await makeMember(world)).call(transactions.listPoints, { query: {} })
})
afterAll(() => world?.close())

test('purchases come newest first, page by page, and by the way they are had', async () => {
  const all = await member.call(transactions.listPurchases, { query: {} })
  expect(all.count).toBe(bought + 1)
  expect(all.results.slice(1).map(({ episode }) => episode.id)).toEqual(episodes.toReversed())
  const page = await member.call(transactions.listPurchases, { query: { limit: 5, offset: 5 } })
  expect(page.count).toBe(bought + 1)
  expect(page.results).toEqual(all.results.slice(5, 10))
  const rented = await member.call(transactions.listPurchases, {
    query: { ownership_type_id: '2' },
  })
  expect([rented.count, rented.results.length]).toEqual([1, 1])
  const beyond = await member.call(transactions.listPurchases, { query: { offset: 100 } })
  expect([beyond.count, beyond.results]).toEqual([bought + 1, []])
})

test.each(['listMoney', 'listPointTransactions'] as const)(
  '%s goes both ways, and its pages are of one list',
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

test('what was bought and is hidden since is still the buyer’s to see', async () => {
  const [episode = 0] = episodes
  await world.pool.query('update episodes set is_hidden = true where id = $1', [episode])
  const { results } = await member.call(transactions.listPurchases, { query: {} })
  expect(results.map((one) => one.episode.id)).toContain(episode)
})

test('who has moved nothing has empty lists and no points', async () => {
  const nobody = await makeMember(world)
  const empty = { count: 0, results: [] }
  expect(await nobody.call(transactions.listPurchases, { query: {} })).toEqual(empty)
  expect(await nobody.call(transactions.listMoney, { query: {} })).toEqual(empty)
  expect(await nobody.call(transactions.listPointTransactions, { query: {} })).toEqual(empty)
  expect(await nobody.call(transactions.listRefunds, { query: {} })).toEqual(empty)
  expect(await nobody.call(transactions.listPoints, { query: {} })).toEqual({
    ...{ ...empty, event_point: 0, paid_point: 0, expiring: [] },
  })
})
