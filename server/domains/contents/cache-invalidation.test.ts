import { endpoints } from '#contract/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContentsTestApp, makeSeries, openContentsTestApp } from '#test/fixtures/contents.ts'

let ground: ContentsTestApp
beforeAll(async () => {
  ground = await openContentsTestApp()
})
afterAll(() => ground.close())

/** The tags that one statement tells, as if typed into psql. */
async function toldBy(statement: string, values: unknown[] = []) {
  await ground.told()
  await ground.pool.query(statement, values)
  return [...new Set(await ground.told())].sort()
}

test('an edit anywhere below a series tells the series and the lists', async () => {
  const { id, season_id, episode_ids } = await makeSeries(ground, {}, [{}])
  const person = await ground.pool.query(`insert into people (name) values ('이름') returning id`)
  const personId = person.rows[0].id as number
  const edits: [string, unknown[]][] = [
    [`update series set title = '새 제목' where id = $1`, [id]],
    [`update series set poster_key = 'a/b' where id = $1`, [id]],
    [`update series set is_hidden = true where id = $1`, [id]],
    [`update seasons set title = '새 시즌' where id = $1`, [season_id]],
    [`update episodes set synopsis = '줄거리' where id = $1`, [episode_ids[0]]],
    [`update episodes set video_state = 'ready' where id = $1`, [episode_ids[0]]],
    [`insert into credits (series_id, person_id, role) values ($1, $2, 'cast')`, [id, personId]],
    [`update people set name = '새 이름' where id = $1`, [personId]],
    [`delete from credits where series_id = $1`, [id]],
    [`insert into seasons (series_id, number, title) values ($1, 2, '시즌 2')`, [id]],
    [`delete from episodes where id = $1`, [episode_ids[0]]],
    [`delete from series where id = $1`, [id]],
  ]
  for (const [statement, values] of edits) {
    expect([statement, await toldBy(statement, values)]).toEqual([
      statement,
      ['catalogue', `series:${id}`],
    ])
  }
})

test('figures that viewers make tell nothing, nor does writing what is there already', async () => {
  const { id, episode_ids } = await makeSeries(ground, { title: '그대로' }, [{}])
  const quiet: [string, unknown[]][] = [
    [`update series set viewer_count = viewer_count + 1, like_count = 3 where id = $1`, [id]],
    [`update series set review_count = 1, rating_sum = 9 where id = $1`, [id]],
    [`update episodes set viewer_count = viewer_count + 5 where id = $1`, [episode_ids[0]]],
    [`update series set title = '그대로' where id = $1`, [id]],
  ]
  for (const [statement, values] of quiet) {
    expect([statement, await toldBy(statement, values)]).toEqual([statement, []])
  }
  const { value } = await ground.call(endpoints.contents.readSeries, { id })
  expect(value).toMatchObject({ viewer_count: 1, rating_average: 4.5 })
})

test('an edit of more than fifty series names none of them', async () => {
  await ground.pool.query(`insert into series (title, age_rating, is_series)
    select '많은 작품', 'ALL', true from generate_series(1, 51)`)
  const everything = ['catalogue', 'series']
  expect(await toldBy(`update series set synopsis = '바뀜' where title = '많은 작품'`)).toEqual(
    everything,
  )
  expect(await toldBy(`delete from series where title = '많은 작품'`)).toEqual(everything)
  expect(
    await toldBy(`insert into series (title, age_rating, is_series)
    select '아주 많은 작품', 'ALL', true from generate_series(1, 2500)`),
  ).toEqual(everything)
})

test('answers are tagged with what edits tell', async () => {
  const { id, season_id, episode_ids } = await makeSeries(ground, {}, [{}])
  const { contents } = endpoints
  const ofSeries = [`series:${id}`, 'series']
  expect((await ground.call(contents.readSeries, { id })).tags).toEqual(ofSeries)
  const episode = await ground.call(contents.readEpisode, { id: episode_ids[0] ?? 0 })
  expect(episode.tags).toEqual(ofSeries)
  const lists = [
    await ground.call(contents.listSeries),
    await ground.call(contents.listEpisodes, { query: { season: season_id } }),
    await ground.call(contents.listCategories),
  ]
  expect(lists.map(({ tags }) => tags)).toEqual(lists.map(() => ['catalogue']))
})
