import { expect, test } from 'vitest'
import { titleOfFile } from './add-film.ts'

test.each([
  ['/films/겨울 바다.mp4', '겨울 바다'],
  ['/films/겨울 바다.mp4'.normalize('NFD'), '겨울 바다'],
  ['big-buck-bunny-30s.mp4', 'big-buck-bunny-30s'],
  ['달_세탁소.1화.1080p.mkv', '달 세탁소 1화 1080p'],
  ['a\nb\u200b .mp4', 'a b'],
  ['___.mp4', '___'],
  ['.mp4', 'mp4'],
  [`${'가'.repeat(250)}.mp4`, '가'.repeat(200)],
])('the title of %s', (file, title) => {
  expect(titleOfFile(file)).toBe(title)
})
