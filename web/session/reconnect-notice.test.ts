import { afterEach, expect, test, vi } from 'vitest'
import { createReconnectNotice } from './reconnect-notice.ts'

afterEach(() => void vi.restoreAllMocks())

test('says once that reconnecting failed, and again only after another try', () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const shown: { text: string; run?: () => void }[] = []
  const dismissed: number[] = []
  let tries = 0
  const onState = createReconnectNotice(() => void tries++, {
    show: (text, _tone, action) => shown.push({ text, ...(action && { run: action.run }) }),
    dismiss: (id) => void dismissed.push(id),
  })
  onState('connecting')
  onState('waiting')
  expect(shown).toEqual([])
  onState('attempts_exhausted')
  onState('waiting')
  onState('attempts_exhausted')
  expect(shown.length).toBe(1)
  expect(log.mock.calls).toEqual([['Max reconnection attempts reached']])
  shown[0]?.run?.()
  expect(tries).toBe(1)
  onState('attempts_exhausted')
  expect(shown.length).toBe(2)
  onState('open')
  expect(dismissed).toEqual([2])
})
