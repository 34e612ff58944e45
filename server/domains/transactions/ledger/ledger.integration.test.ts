import { makeMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postEntry } from './ledger-queries.ts'
import { lockWallet } from './wallet-queries.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const later = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000)
let grants = 0

test('posts granted points to the wallet and to a lot', async () => {
  const member = await makeMember(app)
  await app.transact(async (tx) => {
    const wallet = await lockWallet(tx, member.id, app.clock.now())
    await postEntry(
      tx,
      {
        wallet_id: wallet.id,
        kind: 'grant',
        source: { type: 'grant', id: ++grants },
        title: '가입 축하',
        moves: [{ unit: 'event', debit: 'granted', credit: 'wallet', amount: 500 }],
        lots: [{ kind: 'event', amount: 500, expires_at: later(365) }],
      },
      app.clock.now(),
    )
  })
  const { rows } = await app.pool.query(
    `select w.event_point, w.entry_count, w.point_posting_count, l.remaining from wallets w join point_lots l on l.wallet_id = w.id where w.member_id = $1`,
    [member.id],
  )
  expect(rows).toEqual([
    { event_point: 500, entry_count: 1, point_posting_count: 1, remaining: 500 },
  ])
})
