import { accounts } from '#contract/accounts/accounts.ts'
import { profiles } from '#contract/accounts/profiles.ts'
import { playback } from '#contract/playback/playback.ts'
import type { RemoteMessage } from '#contract/playback/remote.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { openAccount, makeMember } from '#test/fixtures/members.ts'
import { openSocket } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const player = 'a-player-of-this-test'
const state = {
  player,
  episode_id: 1,
  title: '달 세탁소 1화 첫 빨래',
  position: 12.5,
  duration: 1_440,
  is_paused: false,
  has_next: true,
  has_captions: true,
}
const messages: RemoteMessage[] = [
  { kind: 'query' },
  { kind: 'state', state },
  { kind: 'command', player, command: 'seek', seconds: -10 },
  { kind: 'closed', player },
]

describe('messages between the pages of a profile', () => {
  it('reach its pages on every server in order, with the device of the sender', async () => {
    const member = await makeMember(app)
    const here = await openSocket(app.origin, member)
    const there = await openSocket(await app.another(), member)
    for (const message of messages)
      await member.call(playback.sendRemoteMessage, { body: { message } })
    for (const message of messages)
      for (const socket of [here, there])
        expect(await socket.next('remote')).toEqual({ type: 'remote', device: '', message })
  })

  it('reach no other profile of the account, and no other member', async () => {
    const account = await openAccount(app)
    const profile = await account.create()
    await account.select(account.profile_id)
    const other = createGuestClient(app)
    await other.call(accounts.signIn, {
      body: { email: account.email, password: account.password },
    })
    await other.call(profiles.selectProfile, { params: { id: profile.id }, body: {} })
    const first = await openSocket(app.origin, { cookie: account.browser.cookie() })
    const second = await openSocket(app.origin, { cookie: other.cookie() })
    const stranger = await openSocket(app.origin, await makeMember(app))
    await other.call(playback.sendRemoteMessage, { body: { message: { kind: 'query' } } })
    expect(await second.next('remote')).toMatchObject({ message: { kind: 'query' } })
    expect([...first.received, ...stranger.received]).toEqual([])
  })

  it('are refused if they are not of their kind', async () => {
    const member = await makeMember(app)
    const refused = [
      { kind: 'command', player, command: 'purchase' },
      { kind: 'command', player: 'x', command: 'play' },
      { kind: 'state', state: { ...state, title: '가'.repeat(301) } },
      { kind: 'state', state: { ...state, position: -1 } },
    ]
    for (const message of refused) {
      const response = await member.fetch(playback.sendRemoteMessage.path, {
        method: 'POST',
        body: JSON.stringify({ message }),
        headers: { 'content-type': 'application/json' },
      })
      expect(response.status, JSON.stringify(message)).toBe(400)
    }
  })
})
