import { expect, test } from 'vitest'
import { createFactStore } from '#web/features/player/core/media-state.ts'
import { initialMediaState } from '#web/features/player/core/media-state.ts'
import { reportPlaybackErrors } from './playback-error-report.ts'

test('each kind of failure is told once a film, and not what being offline brought', () => {
  const facts = createFactStore({ ...initialMediaState })
  const told: unknown[] = []
  let playing = 7
  const stop = reportPlaybackErrors(
    facts,
    () => playing,
    (one) => void told.push(one),
  )
  const fail = (failure: 'network' | 'media', failure_detail = '') => {
    facts.set({ failure, failure_detail })
    facts.set({ failure: null })
  }
  facts.set({ offline: true })
  fail('network')
  facts.set({ offline: false })
  expect(told).toEqual([])
  fail('network', 'fragLoadError 503')
  fail('network')
  fail('media')
  playing = 8
  fail('network')
  stop()
  playing = 9
  fail('network')
  expect(told).toEqual([
    { episode_id: 7, code: 'network', detail: 'fragLoadError 503' },
    { episode_id: 7, code: 'media', detail: '' },
    { episode_id: 8, code: 'network', detail: '' },
  ])
})
