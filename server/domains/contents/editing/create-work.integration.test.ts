import { openTestAppForTest } from '#test/app/test-app.ts'
import { expect, test } from 'vitest'
import { createFilm, titleFromFileName } from './edit-work.ts'

test.each([
  ['/films/겨울 바다.mp4', '겨울 바다'],
  ['/films/겨울 바다.mp4'.normalize('NFD'), '겨울 바다'],
  ['big-buck-bunny-30s.mp4', 'big-buck-bunny-30s'],
  ['달_세탁소.1화.1080p.mkv', '달 세탁소 1화 1080p'],
  ['a\nb\u200b .mp4', 'a b'],
  ['___.mp4', '___'],
  ['.mp4', 'mp4'],
  [`${'가'.repeat(250)}.mp4`, '가'.repeat(200)],
])('derives the title of %s', (file, title) => {
  expect(titleFromFileName(file)).toBe(title)
})

test('sets the release date of a film in Seoul time', async () => {
  const { transact, pool } = await openTestAppForTest()
  const early = new Date('2026-11-21T23:00:00Z')
  const { series_id } = await transact((tx) =>
    createFilm(tx, { title: '아침의 영화', is_free: true }, early),
  )
  const { rows } = await pool.query('select released_on::text from series where id = $1', [
    series_id,
  ])
  expect(rows).toEqual([{ released_on: '2026-11-22' }])
})
