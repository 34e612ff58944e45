import { expect, test } from 'vitest'
import { createPlayerStore, initialMediaState } from '#web/features/player/core/media-state.ts'
import { reportPlaybackErrors } from './playback-error-report.ts'

test('reports each error code once per video, except while offline', () => {
  const state = createPlayerStore({ ...initialMediaState })
  const reports: unknown[] = []
  let episode = 7
  const stop = reportPlaybackErrors(
    state,
    () => episode,
    (report) => void reports.push(report),
  )
  const fail = (error: 'network' | 'media', error_detail = '') => {
    state.setState({ error, error_detail })
    state.setState({ error: null })
  }
  state.setState({ offline: true })
  fail('network')
  state.setState({ offline: false })
  expect(reports).toEqual([])
  fail('network', 'fragLoadError 503')
  fail('network')
  fail('media')
  episode = 8
  fail('network')
  stop()
  episode = 9
  fail('network')
  expect(reports).toEqual([
    { episode_id: 7, code: 'network', detail: 'fragLoadError 503' },
    { episode_id: 7, code: 'media', detail: '' },
    { episode_id: 8, code: 'network', detail: '' },
  ])
})
