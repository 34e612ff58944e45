import { socketCloseCodes } from '#contract/core/sockets.ts'
import { NetworkError } from '#web/api/client.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { authStore } from './auth-store.ts'
import { memberSocket } from './page-socket.ts'

class TestSocket extends EventTarget {
  static readonly opened: TestSocket[] = []
  constructor() {
    super()
    TestSocket.opened.push(this)
  }
  close() {}
}

beforeEach(() => {
  TestSocket.opened.length = 0
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { origin: 'https://site.test' })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('WebSocket', TestSocket)
  return () => vi.unstubAllGlobals()
})

function endSession() {
  const event = Object.assign(new Event('close'), { code: socketCloseCodes.session_ended })
  TestSocket.opened.at(-1)?.dispatchEvent(event)
}

test.each([
  ['opens again when the session is replaced', 'signed_in', 2],
  ['stays closed when the member is signed out', 'signed_out', 1],
] as const)('%s', async (_, state, count) => {
  const check = vi.spyOn(authStore, 'checkAuth').mockResolvedValue('member')
  vi.spyOn(authStore, 'getState').mockReturnValue({ ...authStore.getState(), state })
  const unsubscribe = memberSocket.subscribe({ onMessage() {} })
  endSession()
  await vi.waitFor(() => expect(check).toHaveBeenCalledOnce())
  await Promise.resolve()
  expect(TestSocket.opened.length).toBe(count)
  unsubscribe()
  vi.restoreAllMocks()
})

test('opens again when a call that ends the session fails', async () => {
  const unsubscribe = memberSocket.subscribe({ onMessage() {} })
  const call = memberSocket.closeDuring(async () => {
    expect(memberSocket.state).toBe('closed')
    throw new NetworkError()
  })
  await expect(call).rejects.toThrow(NetworkError)
  expect(TestSocket.opened.length).toBe(2)
  unsubscribe()
})
