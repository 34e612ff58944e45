import { endpoints } from '#contract/index.ts'
import { expectProblem, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember, openAccount, type TestMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyReleases } from './notify-releases.ts'

const { createReleaseAlert, deleteReleaseAlert, listReleaseAlerts } = endpoints.watch_history

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const makeUpcoming = (title: string) =>
  makeSeries(app, { title, is_announced: true }, [{ video_state: 'none' }])
const open = (id: number) =>
  app.pool.query(`update episodes set video_state = 'ready' where series_id = $1`, [id])
const notify = () => notifyReleases({ ...app, site_url: 'https://hanpyeon.example' })
const alertsOf = async (member: TestMember) =>
  (await member.call(listReleaseAlerts, {})).results.map(({ series, notified_at }) => [
    series.id,
    series.is_upcoming,
    notified_at !== null,
  ])

async function mailsAbout(title: string): Promise<string[]> {
  const { rows } = await app.pool.query<{ recipient: string }>(
    'select recipient from messages where subject like $1 order by 1',
    [`%${title}%`],
  )
  return rows.map(({ recipient }) => recipient)
}

test('notifies each member once of a series that opened, with many workers', async () => {
  const { id } = await makeUpcoming('열릴 이야기')
  const members = await Promise.all(Array.from({ length: 6 }, () => makeMember(app)))
  // Repeated calls keep one alert.
  await Promise.all(
    members.flatMap((member) => [
      member.call(createReleaseAlert, { body: { series_id: id } }),
      member.call(createReleaseAlert, { body: { series_id: id } }),
    ]),
  )
  const [first, ...others] = members
  await first!.call(deleteReleaseAlert, { params: { id } })
  await notify()
  expect(await mailsAbout('열릴 이야기')).toEqual([])
  expect(await alertsOf(others[0]!)).toEqual([[id, true, false]])

  await open(id)
  await Promise.all(Array.from({ length: 8 }, notify))
  expect(await mailsAbout('열릴 이야기')).toEqual(others.map(({ email }) => email).sort())
  expect(await alertsOf(others[0]!)).toEqual([[id, false, true]])
  expect(await alertsOf(first!)).toEqual([])
  app.clock.advance(15 * 86_400_000)
  const late = await makeMember(app)
  expect(await alertsOf(late)).toEqual([])
})

test('notifies an account once, however many of its profiles asked and workers run', async () => {
  const { id } = await makeUpcoming('함께 기다린 이야기')
  const { email, browser, create, select } = await openAccount(app)
  await browser.call(createReleaseAlert, { body: { series_id: id } })
  for (const name of ['하나', '두울']) {
    await select((await create({ name })).id)
    await browser.call(createReleaseAlert, { body: { series_id: id } })
  }
  await open(id)
  await Promise.all(Array.from({ length: 8 }, notify))
  expect(await mailsAbout('함께 기다린 이야기')).toEqual([email])
  const { results } = await browser.call(listReleaseAlerts, {})
  expect(results.map(({ notified_at }) => notified_at !== null)).toEqual([true])
})

test('takes alerts for upcoming series only', async () => {
  const member = await makeMember(app)
  const { id } = await makeSeries(app)
  const { id: hidden } = await makeSeries(app, {}, [{ video_state: 'none' }])
  for (const series_id of [id, hidden, 2_147_483_647]) {
    const problem = await expectProblem(member.call(createReleaseAlert, { body: { series_id } }))
    expect(problem).toMatchObject({ status: 404, code: 'not_found' })
  }
})
