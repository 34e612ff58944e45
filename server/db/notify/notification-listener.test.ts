import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createLogger } from '#server/shared/logger.ts'
import { listenForNotifications } from './notification-listener.ts'

test('with the position all has been heard that was told before it was asked for', async () => {
  const { owner_url, url } = inject('database')
  const teller = new pg.Client({ connectionString: owner_url })
  await teller.connect()
  onTestFinished(() => teller.end())
  const heard = new Set<string>()
  const stale = listenForNotifications(
    url,
    { stale: (tags) => tags.forEach((tag) => heard.add(tag)), all: () => {} },
    createLogger('silent', 'test'),
  )
  onTestFinished(() => stale.stop())
  await stale.start()
  for (let n = 0; n < 300; n++) {
    await teller.query(`select pg_notify('stale', 'series:${n}')`)
    const position = await stale.position()
    expect(position).toBeGreaterThan(0)
    expect(heard).toContain(`series:${n}`)
  }
})

test('who does not listen does not know where the primary stands', async () => {
  const stale = listenForNotifications(
    inject('database').url,
    { stale: () => {}, all: () => {} },
    createLogger('silent', 'test'),
  )
  expect(await stale.position()).toBeUndefined()
  await stale.start()
  await expect.poll(stale.connected).toBe(true)
  await stale.stop()
  expect(await stale.position()).toBeUndefined()
})
