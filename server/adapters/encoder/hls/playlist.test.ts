import { multivariantPlaylist } from './playlist.ts'
import { expect, test } from 'vitest'

test('marks captions for deaf viewers as what they are', () => {
  const playlist = multivariantPlaylist({
    variants: [],
    frame_rate: { num: 24, den: 1 },
    audio: null,
    captions: ['ko', 'ko-x-sdh'].map((language) => ({ uri: language, language, label: language })),
  })
  const characteristics =
    'CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound"'
  const lines = playlist.split('\n').filter((line) => line.includes('TYPE=SUBTITLES'))
  expect(lines.map((line) => line.includes(characteristics))).toEqual([false, true])
  expect(lines[1]).toContain('LANGUAGE="ko-x-sdh"')
})
