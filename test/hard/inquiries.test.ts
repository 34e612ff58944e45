import { endpoints } from '#contract/index.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { makeMember } from '#test/fixtures/members.ts'
import { createTestInquiry, inquiryOutcome, sendInquiry } from '#test/fixtures/inquiries.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'

const run = promisify(execFile)
const calls = endpoints.customer_services

test('stores no partial file on a full disk, and recovers when space is free', async (context) => {
  const world = await openTestAppForTest()
  const { attachments_dir } = storageFolders(world.config)
  await mkdir(attachments_dir)
  const mount = ['-t', 'tmpfs', 'tmpfs', '-o', 'size=96k', attachments_dir]
  if (!(await run('mount', mount).catch(() => undefined)))
    return context.skip('nothing can be mounted here')
  onTestFinished(() => run('umount', ['-l', attachments_dir]).then(() => {}))
  const member = await makeMember(world)
  const files = async () =>
    (await readdir(attachments_dir, { recursive: true })).filter((name) => name.includes('/'))
  const file = '결제 '.repeat(40_000)
  expect(await inquiryOutcome(await sendInquiry(member, { file }))).toBe('storage_unavailable')
  expect(await files()).toEqual([])
  const list = () => member.call(calls.listInquiries, { query: { limit: 0 } })
  expect((await list()).count).toBe(0)
  await run('mount', ['-o', 'remount,size=8m', attachments_dir])
  await createTestInquiry(member, { file })
  expect(await files()).toHaveLength(1)
})

test('cuts a form sent at a byte a second after 30 s, and lets the member send again', async () => {
  const world = await openTestAppForTest()
  const member = await makeMember(world)
  const { method, path } = calls.createInquiry
  const sending = request(world.origin + path, {
    method,
    headers: {
      cookie: member.cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'multipart/form-data; boundary=x',
    },
  })
  const began = performance.now()
  let cut = 0
  const closed = new Promise<void>((resolve) => sending.once('close', resolve))
  sending.on('error', () => {}).on('response', (response) => response.resume())
  void closed.then(() => (cut = performance.now() - began))
  sending.write('--x\r\ncontent-disposition: form-data; name="context"\r\n\r\n')
  while (cut === 0 && performance.now() - began < 60_000) {
    sending.write('가')
    await pause(1_000)
  }
  expect(cut / 1_000).toBeGreaterThan(25)
  expect(cut / 1_000).toBeLessThan(45)
  await expect
    .poll(async () => inquiryOutcome(await sendInquiry(member)), { timeout: 5_000 })
    .toBe(201)
})
