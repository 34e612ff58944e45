import { notifyMembers, openDatabase } from '#server/db/client.ts'
import { createLogger } from '#server/shared/logger.ts'
import type { MemberNotice } from '#server/shared/ports/member-bus.ts'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { listenForNotifications } from './notification-listener.ts'
import { memberNoticesChannel, parseNotices, serializeNotices } from './notify-bus.ts'

const notice = (member_id: number, data: unknown = {}): MemberNotice => ({
  member_id,
  channel: 'notifications',
  data,
})

describe('serializeNotices', () => {
  it('keeps each payload below the limit of NOTIFY and all notices in order', () => {
    const notices = Array.from({ length: 1_000 }, (_, at) => notice(at, { text: '한편\n 둘' }))
    const payloads = serializeNotices(notices)
    expect(payloads.length).toBeGreaterThan(1)
    for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
    expect(payloads.flatMap((payload) => parseNotices(payload, () => true))).toEqual(notices)
  })

  it('is parsed only for followed members', () => {
    const [payload = ''] = serializeNotices([notice(1), notice(12), notice(2)])
    expect(parseNotices(payload, (id) => id === 12)).toEqual([notice(12)])
  })
})

describe('notices of transactions', () => {
  const received: number[] = []
  let database: ReturnType<typeof openDatabase>
  beforeAll(async () => {
    const { url } = inject('database')
    database = openDatabase(url, { connections: 2, name: 'test' })
    const listener = listenForNotifications(
      url,
      { invalidate: () => {}, all: () => {} },
      createLogger('silent', 'test'),
      {
        [memberNoticesChannel]: (payload) =>
          received.push(...parseNotices(payload, () => true).map(({ member_id }) => member_id)),
      },
    )
    await listener.start()
    return async () => {
      await listener.stop()
      await database.close()
    }
  })

  it('are sent after the commit, and not after a rollback', async () => {
    await expect(
      database.transact(async (tx) => {
        notifyMembers(tx, [notice(1)])
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await database.transact(async (tx) => notifyMembers(tx, [notice(2)]))
    await expect.poll(() => received).toEqual([2])
  })

  it('are sent before the database closes', async () => {
    const other = openDatabase(inject('database').url, { connections: 1, name: 'test' })
    onTestFinished(() => other.close().catch(() => {}))
    await other.transact(async (tx) => notifyMembers(tx, [notice(3)]))
    await other.close()
    await expect.poll(() => received).toContain(3)
  })
})
