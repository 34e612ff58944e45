// hard: starts an S3 server, and backs up and restores in processes of their own.
import { removeUnnamedCopies } from '../../bin/operations/backup/bucket-files.ts'
import { createS3Client } from '#server/adapters/storage/index.ts'
import { readConfig } from '#server/config.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { createInstallations, filesBelow } from '#test/processes/installations.ts'
import { runTask } from '#test/processes/run-task.ts'
import { openS3TestBucket, type S3TestBucket } from '#test/services/s3-bucket.ts'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

let bucket: S3TestBucket
let app: TestApp
const installations = createInstallations(() => app)
beforeAll(async () => {
  bucket = await openS3TestBucket()
  app = await openTestApp({ env: bucket.env })
  const member = await makeMember(app)
  for (const file of ['영수증', '화면 사진']) await createTestInquiry(member, { file })
})
afterAll(async () => {
  await app?.close()
  await bucket?.close()
  await installations.remove()
})

const clientOf = (S3_PREFIX: string) => {
  const { s3 } = readConfig({ ...bucket.env, S3_PREFIX })
  if (!s3) throw new Error('no S3')
  return createS3Client(s3)
}

async function backUp(folder: string, args = ['--files-to', 'films/copies']) {
  const env = { ...installations.sourceEnvironment(), ...bucket.env }
  const { code, output } = await runTask('backup', [folder, ...args], env)
  expect(output).not.toMatch(/\n\s+at /)
  return { code, output }
}

test('lets the store copy each file once, and restores from there', async () => {
  const parent = await installations.folder()
  const [first, second] = [join(parent, 'first'), join(parent, 'second')] as const
  expect(await backUp(first)).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /2 files of .+ copied by the store \(and 0 of .+ there already\)/,
    ),
  })
  expect(await backUp(second)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/: 0 files of 0 KB copied by the store \(and 2 of/),
  })
  expect(await filesBelow(join(second, 'files')).catch(() => ({}))).toEqual({})

  const restored = { ...bucket.env, S3_PREFIX: 'restored' }
  const installation = await installations.emptyInstallation(restored)
  const verified = await runTask('backup', ['--verify', second], installation)
  expect(verified.output).toContain('can be restored')
  expect(await runTask('restore', [second], installation)).toMatchObject({
    code: 0,
    output: expect.stringContaining('2 files.'),
  })
  const folders = [await installations.folder(), await installations.folder()] as const
  await backUp(folders[0], [])
  await runTask('backup', [folders[1]], installation)
  expect(await filesBelow(join(folders[1], 'files'))).toEqual(
    await filesBelow(join(folders[0], 'files')),
  )
  // Without the variables of the store, before anything is restored.
  const without = await installations.emptyInstallation()
  expect((await runTask('restore', [second], without)).output).toContain('set the S3_… variables')
})

test('copies a file again that is another in the place of the copies, and names one that is gone', async () => {
  const folder = join(await installations.folder(), 'made')
  const copies = clientOf('copies')
  expect((await backUp(folder)).code).toBe(0)
  const [line = ''] = (await readFile(join(folder, 'bucket-files.txt'), 'utf8')).split('\n')
  const name = line.slice(line.indexOf('/') + 1)
  await copies.put(name, Buffer.from('another'))
  const env = { ...bucket.env, S3_PREFIX: 'unused' }
  const restore = async () =>
    runTask('restore', [folder], await installations.emptyInstallation(env))
  expect(await restore()).toMatchObject({
    code: 1,
    output: expect.stringContaining(`not in its bucket, the first of them ${name}`),
  })
  expect((await backUp(join(folder, '../again'))).output).toMatch(/: 1 files of/)
  await copies.remove(name)
  expect((await restore()).output).toContain('1 files of the backup are not in its bucket')
})

test('keeps the copies that a kept backup names, and deletes the others a day later', async () => {
  const parent = await installations.folder()
  const [first, second] = [join(parent, 'first'), join(parent, 'second')] as const
  const args = ['--files-to', 'films/kept', '--keep', '1']
  const place = { name: 'films', prefix: 'kept/' }
  const [source, copies] = [clientOf('site'), clientOf('kept')]
  const removed = 'attachments/removed'
  await source.put(removed, Buffer.from('removed'))
  expect((await backUp(first, args)).code).toBe(0)
  await source.remove(removed)
  const tomorrow = Date.now() + 25 * 3_600_000
  expect(await removeUnnamedCopies(first, place, copies, tomorrow)).toBe(0)
  const { output } = await backUp(second, args)
  expect(output).toContain(`Deleted ${first}.`)
  // A backup that is being made may need it.
  expect(output).toContain('Deleted 0 files that no backup here names from films/kept/.')
  expect(await copies.has(removed)).toBe(true)
  expect(await removeUnnamedCopies(second, place, copies, tomorrow)).toBe(1)
  expect(await copies.has(removed)).toBe(false)
  const installation = await installations.emptyInstallation({ ...bucket.env, S3_PREFIX: 'again' })
  expect((await runTask('restore', [second], installation)).code).toBe(0)
})

test('refuses the place of the files themselves, and names that leave the prefix', async () => {
  const parent = await installations.folder()
  const own = await backUp(join(parent, 'own'), ['--files-to', 'films/site'])
  expect(own).toMatchObject({ code: 1, output: expect.stringContaining("the site's own files") })
  for (const place of ['films/../x', 'Films', 'films/a b'])
    expect((await backUp(join(parent, 'x'), ['--files-to', place])).code).toBe(2)
})

test('refuses a list of files that was changed', async () => {
  const folder = join(await installations.folder(), 'made')
  expect((await backUp(folder)).code).toBe(0)
  const list = join(folder, 'bucket-files.txt')
  await writeFile(list, `${await readFile(list, 'utf8')}1 files/media/../../other\n`)
  const installation = await installations.emptyInstallation({ ...bucket.env, S3_PREFIX: 'other' })
  expect(await runTask('restore', [folder], installation)).toMatchObject({
    code: 1,
    output: expect.stringContaining('the first of them bucket-files.txt'),
  })
})

test('copies a large file in parts', async () => {
  const source = clientOf('large')
  const bytes = randomBytes(11 * 2 ** 20)
  await source.put('uploads/film', bytes)
  const target = clientOf('large-copies')
  const from = { address: source.addressOf('uploads/film'), size: bytes.length }
  expect(await target.copy(from, 'uploads/film', 5 * 2 ** 20)).toBe(true)
  const object = await target.get('uploads/film')
  expect(Buffer.concat((await object?.body.toArray()) ?? []).equals(bytes)).toBe(true)
  expect(await target.copy({ ...from, address: source.addressOf('uploads/none') }, 'x')).toBe(false)
})
