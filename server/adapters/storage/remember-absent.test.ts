import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createStorage, rememberAbsent } from './index.ts'

const name = 'images/ab/abcdefgh/320.webp'

async function openFiles() {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-absent-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const folders = {
    media_dir: join(folder, 'media'),
    images_dir: join(folder, 'images'),
    uploads_dir: join(folder, 'uploads'),
    attachments_dir: join(folder, 'attachments'),
  }
  const clock = { now: 0 }
  const files = rememberAbsent(createStorage(undefined, folders), () => clock.now)
  /** Another process writes the file. */
  const appear = async () => {
    await mkdir(join(folder, 'images/ab/abcdefgh'), { recursive: true })
    await writeFile(join(folder, name), 'picture')
  }
  const isFound = async () => (await files.read(name, 100)) !== undefined
  return { files, clock, appear, isFound }
}

test('does not look up an absent file again for ten seconds', async () => {
  const { clock, appear, isFound } = await openFiles()
  expect(await isFound()).toBe(false)
  await appear()
  clock.now = 9_999
  expect(await isFound()).toBe(false)
  clock.now = 10_000
  expect(await isFound()).toBe(true)
})

test('finds a file of another process at once after a notification', async () => {
  const { files, appear, isFound } = await openFiles()
  expect(await isFound()).toBe(false)
  await appear()
  files.forget()
  expect(await isFound()).toBe(true)
})

test('finds a file written by this process at once, even if the lookup started before', async () => {
  const { files, isFound } = await openFiles()
  expect(await isFound()).toBe(false)
  const lookup = isFound()
  await files.put(name, Buffer.from('picture'))
  await lookup
  expect(await isFound()).toBe(true)
})

test('remembers a bounded number of names', async () => {
  const { files, appear, isFound } = await openFiles()
  expect(await isFound()).toBe(false)
  await appear()
  for (let at = 0; at < 10_000; at += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, n) => files.read(`images/zz/zz${at + n}/1.webp`, 1)),
    )
  expect(await isFound()).toBe(true)
})
