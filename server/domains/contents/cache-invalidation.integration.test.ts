import { endpoints } from '#contract/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContentsTestApp, makeSeries, openContentsTestApp } from '#test/fixtures/contents.ts'

let app: ContentsTestApp
beforeAll(async () => {
  app = await openContentsTestApp()
})
afterAll(() => app.close())

/** The tags that one statement notifies, run without the application. */
async function notifiedTags(statement: string, values: unknown[] = []) {
  await app.told()
  await app.pool.query(statement, values)
  return [...new Set(await app.told())].sort()
}

test('notifies the series and the lists of an edit anywhere in a series', async () => {
  const { id, season_id, episode_ids } = await makeSeries(app, {}, [{}])
  const person = await app.pool.query(`insert into people (name) values ('이름') returning id`)
  const personId = person.rows[0].id as number
  const edits: [string, unknown[]][] = [
    [`update series set title = '새 제목' where id = $1`, [id]],
    [`update series set poster_key = 'a/b' where id = $1`, [id]],
    [`update series set is_hidden = true where id = $1`, [id]],
    [`update seasons set title = '새 시즌' where id = $1`, [season_id]],
    [`update episodes set synopsis = '줄거리' where id = $1`, [episode_ids[0]]],
    [`update episodes set video_state = 'preparing' where id = $1`, [episode_ids[0]]],
    [`insert into credits (series_id, person_id, role) values ($1, $2, 'cast')`, [id, personId]],
    [`update people set name = '새 이름' where id = $1`, [personId]],
    [`delete from credits where series_id = $1`, [id]],
    [`insert into seasons (series_id, number, title) values ($1, 2, '시즌 2')`, [id]],
    [`delete from episodes where id = $1`, [episode_ids[0]]],
    [`delete from series where id = $1`, [id]],
  ]
  for (const [statement, values] of edits) {
    expect([statement, await notifiedTags(statement, values)]).toEqual([
      statement,
      ['catalogue', `series:${id}`],
    ])
  }
})

test('notifies nothing of viewer statistics and of unchanged values', async () => {
  const { id, episode_ids } = await makeSeries(app, { title: '그대로' }, [{}])
  const unnotified: [string, unknown[]][] = [
    [`update series set viewer_count = viewer_count + 1, like_count = 3 where id = $1`, [id]],
    [`update series set review_count = 1, rating_sum = 9 where id = $1`, [id]],
    [`update episodes set viewer_count = viewer_count + 5 where id = $1`, [episode_ids[0]]],
    [`update series set title = '그대로' where id = $1`, [id]],
  ]
  for (const [statement, values] of unnotified) {
    expect([statement, await notifiedTags(statement, values)]).toEqual([statement, []])
  }
  const { value } = await app.call(endpoints.contents.readSeries, { id })
  expect(value).toMatchObject({ viewer_count: 1, rating_average: 4.5 })
})

test('notifies the tag series for an edit of more than fifty series', async () => {
  await app.pool.query(`insert into series (title, age_rating, is_series)
    select '많은 작품', 'ALL', true from generate_series(1, 51)`)
  const everything = ['catalogue', 'series']
  expect(
    await notifiedTags(`update series set synopsis = '바뀜' where title = '많은 작품'`),
  ).toEqual(everything)
  expect(await notifiedTags(`delete from series where title = '많은 작품'`)).toEqual(everything)
  expect(
    await notifiedTags(`insert into series (title, age_rating, is_series)
    select '아주 많은 작품', 'ALL', true from generate_series(1, 2500)`),
  ).toEqual(everything)
})

test('tags responses with the tags that edits notify', async () => {
  const { id, season_id, episode_ids } = await makeSeries(app, {}, [{}])
  const { contents } = endpoints
  const seriesTags = [`series:${id}`, 'series']
  expect((await app.call(contents.readSeries, { id })).tags).toEqual(seriesTags)
  const episode = await app.call(contents.readEpisode, { id: episode_ids[0] ?? 0 })
  expect(episode.tags).toEqual(seriesTags)
  const lists = [
    await app.call(contents.listSeries),
    await app.call(contents.listEpisodes, { query: { season: season_id } }),
    await app.call(contents.listCategories),
  ]
  expect(lists.map(({ tags }) => tags)).toEqual(lists.map(() => ['catalogue']))
})
