import { expect, test } from 'vitest'
import { isRelyingPartyHost } from './passkeys.ts'

test.each([
  ['hanpyeon.example', true],
  ['localhost', true],
  ['127.0.0.1', false],
  ['192.168.0.7', false],
  ['[::1]', false],
])('passkeys belong to %s: %s', (hostname, belongs) => {
  expect(isRelyingPartyHost(hostname)).toBe(belongs)
})
