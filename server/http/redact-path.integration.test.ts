import { openTestAppForTest } from '#test/app/test-app.ts'
import { expect, test } from 'vitest'

test('redacts the secrets of recovery and of shared lists, and queries from the log, however they are spelled', async () => {
  const lines: string[] = []
  const app = await openTestAppForTest({ lines })
  const token = 'k3J9x'.repeat(9)
  const link = `/accounts/recovery/password/change/MTAwMA/${token}`
  for (const path of [
    link,
    `${link}/`,
    `${link}.data`,
    link.replace('password', 'p%61ssword'),
    link.replace('recovery', 'RECOVERY'),
    `/api/accounts/password/recovery/?uidb64=MTAwMA&token=${token}`,
    `/lists/${token}`,
    `/LISTS/${token}.data`,
    `/api/contents/lists/shared/${token}/`,
  ])
    await (await app.fetch(path)).arrayBuffer()
  await app.fetch('/series/1?q=secret')
  await expect.poll(() => lines.filter((line) => line.includes('"path"')).length).toBe(10)
  expect(lines.join()).not.toContain(token)
  expect(lines.join()).not.toContain('q=secret')
  expect(lines.join()).toContain('"path":"/series/1"')
})
