import { expect, test } from 'vitest'
import {
  noAttempts,
  recoveryActionFor,
  type RecoveryAttempts,
  type EngineError,
} from './error-recovery.ts'

const network = (more: Partial<EngineError> = {}): EngineError => ({
  kind: 'network',
  fatal: true,
  status: undefined,
  ...more,
})

test('an ended grant is asked for again at once, but not for ever', () => {
  expect(recoveryActionFor(network({ fatal: false, status: 403 }), noAttempts, true)).toEqual({
    do: 'renew',
  })
  expect(recoveryActionFor(network({ status: 410 }), { ...noAttempts, renewals: 1 }, true)).toEqual(
    {
      do: 'renew',
    },
  )
  expect(
    recoveryActionFor(network({ status: 403 }), { ...noAttempts, renewals: 2 }, true),
  ).toMatchObject({
    do: 'give_up',
  })
})

test('without a connection it waits instead of using up its tries', () => {
  expect(recoveryActionFor(network(), { ...noAttempts, reloads: 99 }, false)).toEqual({
    do: 'wait_online',
  })
})

test('every kind of trouble comes to an end', () => {
  for (const kind of ['network', 'media', 'other'] as const) {
    let tries: RecoveryAttempts = noAttempts
    const done: string[] = []
    for (let count = 0; count < 20 && done.at(-1) !== 'give_up'; count++) {
      const remedy = recoveryActionFor({ kind, fatal: true, status: 503 }, tries, true)
      done.push(remedy.do)
      if (remedy.do === 'reload') tries = { ...tries, reloads: tries.reloads + 1 }
      if (remedy.do === 'rebuild') tries = { ...tries, rebuilds: tries.rebuilds + 1 }
    }
    expect(done.at(-1)).toBe('give_up')
  }
})

test('waits grow: 1, 2, 4, 8 s', () => {
  const waits = [0, 1, 2, 3].map((reloads) =>
    recoveryActionFor(network(), { ...noAttempts, reloads }, true),
  )
  expect(waits).toEqual([1000, 2000, 4000, 8000].map((after) => ({ do: 'reload', after })))
})

test('segments that cannot be read are not tried for ever', () => {
  const spoiled: EngineError = { kind: 'media', fatal: false, status: undefined, spoiled: true }
  expect(recoveryActionFor(spoiled, { ...noAttempts, spoiled: 5 }, true)).toEqual({ do: 'nothing' })
  expect(recoveryActionFor(spoiled, { ...noAttempts, spoiled: 6 }, true)).toEqual({
    do: 'give_up',
    failure: 'media',
  })
})

test('trouble that the engine handles itself is left to it', () => {
  expect(recoveryActionFor(network({ fatal: false, status: 503 }), noAttempts, true)).toEqual({
    do: 'nothing',
  })
  expect(
    recoveryActionFor({ kind: 'media', fatal: false, status: undefined }, noAttempts, true),
  ).toEqual({
    do: 'nothing',
  })
})

test.each(['too_many_streams', 'stream_required'] as const)(
  'a refusal with %s takes the stream slot again, but not for ever',
  (code) => {
    const refused = network({ fatal: false, status: 409, code })
    expect(recoveryActionFor(refused, noAttempts, true)).toEqual({ do: 'claim' })
    expect(recoveryActionFor(refused, { ...noAttempts, claims: 3 }, true)).toMatchObject({
      do: 'give_up',
    })
  },
)

test('a position too early is told again later, in bounded tries', () => {
  const refused = network({ fatal: false, status: 409, code: 'playback_position_required' })
  expect(recoveryActionFor(refused, noAttempts, true)).toEqual({ do: 'reload', after: 1_000 })
  expect(recoveryActionFor(refused, { ...noAttempts, reloads: 4 }, true)).toMatchObject({
    do: 'give_up',
  })
})

test.each([401, 402, 403, 404, 409, 410])(
  'while paused a refusal with %d stops loading without an error screen',
  (status) => {
    expect(recoveryActionFor(network({ status, paused: true }), noAttempts, true)).toEqual({
      do: 'suspend',
    })
  },
)

test('an ended right to the film has its address asked for again', () => {
  expect(recoveryActionFor(network({ fatal: false, status: 402 }), noAttempts, true)).toEqual({
    do: 'renew',
  })
})
