import { openTestAppForTest } from '#test/app/test-app.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { expect, test } from 'vitest'

const hour = 3_600_000

test('opens an episode at its release date, and at once when that is brought forward', async () => {
  const app = await openTestAppForTest()
  const { episode_ids } = await makeSeries(app, {}, [{}, {}, {}])
  const [first, sooner, other] = episode_ids
  const setRelease = (episode: number | undefined, at: string | null) =>
    app.pool.query('update episodes set released_at = $2 where id = $1', [episode, at])
  const later = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
  const shown = async () => {
    const answers = episode_ids.map((id) => app.fetch(`/api/contents/episodes/${id}/`))
    return (await Promise.all(answers)).map(({ status }) => status === 200)
  }
  await setRelease(first, later(hour))
  await setRelease(sooner, later(2 * hour))
  await setRelease(other, later(-hour))
  await expect.poll(shown).toEqual([false, false, true])
  await setRelease(sooner, null)
  app.clock.advance(hour / 2)
  await expect.poll(shown).toEqual([false, true, true])
  app.clock.advance(hour / 2)
  await expect.poll(shown).toEqual([true, true, true])
})

test('shows an announced work without a date once the date has passed', async () => {
  const app = await openTestAppForTest()
  const day = 24 * hour
  const released_on = new Date(Date.now() + 2 * day).toISOString().slice(0, 10)
  const { id } = await makeSeries(app, { is_announced: true, released_on }, [
    { video_state: 'none' },
  ])
  const opensAt = async () => {
    const answer = await app.fetch(`/api/contents/series/${id}/`)
    const { is_upcoming, opens_at } = (await answer.json()) as Record<string, unknown>
    return [is_upcoming, opens_at]
  }
  const date = new Date(Date.parse(released_on) - 9 * hour).toISOString()
  await expect.poll(opensAt).toEqual([true, date])
  app.clock.advance(Date.parse(date) - app.clock.now().getTime())
  await expect.poll(opensAt).toEqual([true, null])
})
