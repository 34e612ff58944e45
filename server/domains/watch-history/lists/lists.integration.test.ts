import { endpoints } from '#contract/index.ts'
import { maxLists, maxListWorks } from '#contract/watch-history/list-limits.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { openAccount } from '#test/fixtures/members.ts'
import { openTestAppForTest, type TestApp } from '#test/app/test-app.ts'
import { expect, it } from 'vitest'

const { lists } = endpoints

async function makeWorks(app: TestApp, count: number, age_rating = 'ALL') {
  const works: number[] = []
  for (let index = 0; index < count; index++) works.push((await makeSeries(app, { age_rating })).id)
  return works
}

const idsOf = (works: readonly { id: number }[]) => works.map(({ id }) => id)

it('keeps the order of works that are added, moved and removed', async () => {
  const app = await openTestAppForTest()
  const { browser: member } = await openAccount(app)
  const [a = 0, b = 0, c = 0, d = 0] = await makeWorks(app, 4)
  const { id } = await member.call(lists.createList, { body: { name: '주말', series_id: a } })
  const params = { id }
  for (const series_id of [b, c, d, b])
    await member.call(lists.addListWork, { params, body: { series_id } })
  const read = async () => idsOf((await member.call(lists.readList, { params })).works)
  const move = (series_id: number, before_series_id: number | null) =>
    member.call(lists.moveListWork, { params, body: { series_id, before_series_id } })
  expect(await read()).toEqual([a, b, c, d])
  await move(d, a)
  expect(await read()).toEqual([d, a, b, c])
  await move(d, c)
  expect(await read()).toEqual([a, b, d, c])
  await move(a, null)
  expect(await read()).toEqual([b, d, c, a])
  await move(c, c)
  expect(await read()).toEqual([b, d, c, a])
  await member.call(lists.removeListWork, { params, query: { series_id: d } })
  expect(await read()).toEqual([b, c, a])
  expect(
    await member.refusal(lists.moveListWork, {
      params,
      body: { series_id: d, before_series_id: a },
    }),
  ).toMatchObject({ code: 'not_found' })
  const [list] = (await member.call(lists.listLists, { query: { series_id: c } })).results
  expect(list).toMatchObject({ work_count: 3, has_work: true })
  expect(list?.posters).toHaveLength(3)
})

it('keeps its limits when many clients write at once', async () => {
  const app = await openTestAppForTest()
  const { browser: member, ...account } = await openAccount(app)
  await app.pool.query(
    `insert into work_lists (profile_id, position, name, created_at, updated_at)
     select $1, position, '목록', now(), now() from generate_series(1, $2::int) as position`,
    [account.profile_id, maxLists - 2],
  )
  const made = await Promise.allSettled(
    [1, 2, 3, 4, 5].map(() => member.call(lists.createList, { body: { name: '새 목록' } })),
  )
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const { results } = await member.call(lists.listLists, { query: {} })
  const [first, second] = results
  await member.call(lists.deleteList, { params: { id: first!.id } })
  await member.call(lists.createList, { body: { name: '다시' } })
  const works = await makeWorks(app, 2)
  await app.pool.query(
    `with made as (
       insert into series (title, age_rating, is_series)
       select '작품', 'ALL', true from generate_series(1, $2::int) returning id
     )
     insert into work_list_works (list_id, series_id, position, added_at)
     select $1, id, row_number() over (), now() from made`,
    [second!.id, maxListWorks - 1],
  )
  const added = await Promise.allSettled(
    works.map((series_id) =>
      member.call(lists.addListWork, { params: { id: second!.id }, body: { series_id } }),
    ),
  )
  expect(added.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it('shares a list by a link that ends when the list becomes private', async () => {
  const app = await openTestAppForTest()
  const { browser: member } = await openAccount(app)
  const [work = 0] = await makeWorks(app, 1)
  const [adult = 0] = await makeWorks(app, 1, '19')
  const { id } = await member.call(lists.createList, {
    body: { name: '같이 봐요', series_id: work },
  })
  await member.call(lists.addListWork, { params: { id }, body: { series_id: adult } })
  const change = (is_shared: boolean) =>
    member.call(lists.updateList, { params: { id }, body: { is_shared } })
  const { token: first } = await change(true)
  expect((await change(true)).token).toBe(first)
  const shared = { params: { token: first ?? '' } }
  const list = await app.call(lists.readSharedList, shared)
  expect([list.name, idsOf(list.works)]).toEqual(['같이 봐요', [work, adult]])
  await app.pool.query('update series set is_hidden = true where id = $1', [work])
  expect(idsOf((await app.call(lists.readSharedList, shared)).works)).toEqual([adult])
  expect((await change(false)).token).toBeNull()
  const path = `/api/contents/lists/shared/${first}/`
  expect((await app.fetch(path)).status).toBe(404)
  expect((await change(true)).token).not.toBe(first)
  expect((await app.fetch(path)).status).toBe(404)
})

it('shows a children’s profile only works within its limit, in its own and in shared lists', async () => {
  const app = await openTestAppForTest()
  const { browser: member, create, select } = await openAccount(app)
  const [work = 0] = await makeWorks(app, 1)
  const [adult = 0] = await makeWorks(app, 1, '19')
  const child = await create({ is_child: true, age_limit: '7' })
  const { id } = await member.call(lists.createList, { body: { name: '어른', series_id: adult } })
  await member.call(lists.addListWork, { params: { id }, body: { series_id: work } })
  const { token } = await member.call(lists.updateList, {
    params: { id },
    body: { is_shared: true },
  })
  await select(child.id)
  const shared = await member.call(lists.readSharedList, { params: { token: token ?? '' } })
  expect(idsOf(shared.works)).toEqual([work])
  expect(await member.refusal(lists.readList, { params: { id } })).toMatchObject({
    code: 'not_found',
  })
  const own = await member.call(lists.createList, { body: { name: '내 것', series_id: work } })
  expect(
    await member.refusal(lists.addListWork, {
      params: { id: own.id },
      body: { series_id: adult },
    }),
  ).toMatchObject({ code: 'not_found' })
  await app.pool.query('insert into work_list_works values ($1, $2, 2, now())', [own.id, adult])
  const read = await member.call(lists.readList, { params: { id: own.id } })
  expect([idsOf(read.works), read.work_count, read.posters.length]).toEqual([[work], 1, 1])
})
