import { expect, test } from 'vitest'
import {
  noAttempts,
  recoveryActionFor,
  type RecoveryAttempts,
  type EngineError,
} from './error-recovery.ts'

const network = (overrides: Partial<EngineError> = {}): EngineError => ({
  kind: 'network',
  fatal: true,
  status: undefined,
  ...overrides,
})

test('refreshes an expired grant immediately, in bounded attempts', () => {
  expect(recoveryActionFor(network({ fatal: false, status: 403 }), noAttempts, true)).toEqual({
    type: 'refresh_manifest',
  })
  expect(
    recoveryActionFor(network({ status: 410 }), { ...noAttempts, refreshes: 1 }, true),
  ).toEqual({
    type: 'refresh_manifest',
  })
  expect(
    recoveryActionFor(network({ status: 403 }), { ...noAttempts, refreshes: 2 }, true),
  ).toMatchObject({
    type: 'fail',
  })
})

test('waits for the connection while offline', () => {
  expect(recoveryActionFor(network(), { ...noAttempts, retries: 99 }, false)).toEqual({
    type: 'wait_online',
  })
})

test('every kind of error ends after bounded attempts', () => {
  for (const kind of ['network', 'media', 'other'] as const) {
    let attempts: RecoveryAttempts = noAttempts
    const actions: string[] = []
    for (let count = 0; count < 20 && actions.at(-1) !== 'fail'; count++) {
      const action = recoveryActionFor({ kind, fatal: true, status: 503 }, attempts, true)
      actions.push(action.type)
      if (action.type === 'retry_load') attempts = { ...attempts, retries: attempts.retries + 1 }
      if (action.type === 'recover_media')
        attempts = { ...attempts, media_recoveries: attempts.media_recoveries + 1 }
    }
    expect(actions.at(-1)).toBe('fail')
  }
})

test('retry delays grow: 1, 2, 4, 8 s', () => {
  const delays = [0, 1, 2, 3].map((retries) =>
    recoveryActionFor(network(), { ...noAttempts, retries }, true),
  )
  expect(delays).toEqual(
    [1000, 2000, 4000, 8000].map((delay_ms) => ({ type: 'retry_load', delay_ms })),
  )
})

test('fails after bounded unparsable segments', () => {
  const unparsable: EngineError = {
    kind: 'media',
    fatal: false,
    status: undefined,
    is_unparsable: true,
  }
  expect(recoveryActionFor(unparsable, { ...noAttempts, unparsable: 5 }, true)).toEqual({
    type: 'none',
  })
  expect(recoveryActionFor(unparsable, { ...noAttempts, unparsable: 6 }, true)).toEqual({
    type: 'fail',
    error: 'media',
  })
})

test('leaves non-fatal errors to hls.js', () => {
  expect(recoveryActionFor(network({ fatal: false, status: 503 }), noAttempts, true)).toEqual({
    type: 'none',
  })
  expect(
    recoveryActionFor({ kind: 'media', fatal: false, status: undefined }, noAttempts, true),
  ).toEqual({
    type: 'none',
  })
})

test.each(['too_many_streams', 'stream_required'] as const)(
  'acquires the stream lease again on %s, in bounded attempts',
  (code) => {
    const denied = network({ fatal: false, status: 409, code })
    expect(recoveryActionFor(denied, noAttempts, true)).toEqual({ type: 'claim' })
    expect(recoveryActionFor(denied, { ...noAttempts, claims: 3 }, true)).toMatchObject({
      type: 'fail',
    })
  },
)

test('retries a rejected position later, in bounded attempts', () => {
  const denied = network({ fatal: false, status: 409, code: 'playback_position_required' })
  expect(recoveryActionFor(denied, noAttempts, true)).toEqual({
    type: 'retry_load',
    delay_ms: 1_000,
  })
  expect(recoveryActionFor(denied, { ...noAttempts, retries: 4 }, true)).toMatchObject({
    type: 'fail',
  })
})

test.each([401, 402, 403, 404, 409, 410])(
  'suspends loading without an error on status %d while paused',
  (status) => {
    expect(recoveryActionFor(network({ status, paused: true }), noAttempts, true)).toEqual({
      type: 'suspend',
    })
  },
)

test('refreshes the manifest when the right to the video has ended', () => {
  expect(recoveryActionFor(network({ fatal: false, status: 402 }), noAttempts, true)).toEqual({
    type: 'refresh_manifest',
  })
})
