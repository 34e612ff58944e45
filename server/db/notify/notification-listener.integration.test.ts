import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createLogger } from '#server/shared/logger.ts'
import { listenForNotifications } from './notification-listener.ts'

test('position() resolves after all earlier notifications have been handled', async () => {
  const { owner_url, url } = inject('database')
  const sender = new pg.Client({ connectionString: owner_url })
  await sender.connect()
  onTestFinished(() => sender.end())
  const received = new Set<string>()
  const notifications = listenForNotifications(
    url,
    { invalidate: (tags) => tags.forEach((tag) => received.add(tag)), all: () => {} },
    createLogger('silent', 'test'),
  )
  onTestFinished(() => notifications.stop())
  await notifications.start()
  for (let n = 0; n < 300; n++) {
    await sender.query(`select pg_notify('cache_invalidation', 'series:${n}')`)
    const position = await notifications.position()
    expect(position).toBeGreaterThan(0)
    expect(received).toContain(`series:${n}`)
  }
})

test('position() is undefined without a connection', async () => {
  const notifications = listenForNotifications(
    inject('database').url,
    { invalidate: () => {}, all: () => {} },
    createLogger('silent', 'test'),
  )
  expect(await notifications.position()).toBeUndefined()
  await notifications.start()
  await expect.poll(notifications.connected).toBe(true)
  await notifications.stop()
  expect(await notifications.position()).toBeUndefined()
})
