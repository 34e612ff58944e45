import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { openDatabase } from '#server/db/client.ts'
import { createLogger } from '#server/shared/logger.ts'
import type { Session } from '#server/api/request-context.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  createUploadRegistry,
  incomingFilePath,
  runUploadsMaintenance,
  type UploadDependencies,
} from './receive-upload.ts'

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp()
  staff = await makeMember(app, { is_staff: true })
})
afterAll(() => app.close())

/** A store that counts copies and blocks each until the test releases it. */
function slowStore() {
  const { files } = storageFolders(app.config)
  const copies: { finish(): void; fail(error: Error): void }[] = []
  const store: Storage = {
    ...files,
    import: (name, file, options) =>
      new Promise<void>((resolve, reject) =>
        copies.push({
          finish: () => resolve(files.import(name, file, options)),
          fail: reject,
        }),
      ),
  }
  return { store, copies }
}

/** The dependencies of one worker process: its own connections and the shared store. */
function openWorker(store: Storage): UploadDependencies {
  const database = openDatabase(app.url, { connections: 2, name: 'test worker' })
  onTestFinished(() => database.close())
  const { uploads_dir } = storageFolders(app.config)
  return {
    ...database,
    uploads_dir,
    files: store,
    clock: app.clock,
    log: createLogger('silent', 'test'),
  }
}

async function completeUpload(deps: UploadDependencies): Promise<string> {
  const token = randomBytes(16).toString('hex')
  const path = incomingFilePath(deps.uploads_dir, token)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, randomBytes(64))
  const sender = {
    session: { member: { id: staff.id, username: '직원' } } as Session,
    client: { address: '127.0.0.1', device: 'test' },
  }
  const registry = createUploadRegistry(deps)
  await registry.begin(sender, {
    token,
    name: 'a.mp4',
    bytes: 64,
    episode_id: null,
    trailer_of: null,
    writer: null,
  })
  await registry.setReceived(token, 64)
  return token
}
const assetOf = async (token: string) =>
  (
    await app.db
      .selectFrom('studio_uploads')
      .select(['asset_id', 'registered_at'])
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
  ).asset_id

describe('finishing a complete upload', () => {
  it('copies the file once across workers and task runs', async () => {
    const { store, copies } = slowStore()
    const [worker, otherWorker] = [openWorker(store), openWorker(store)]
    const token = await completeUpload(worker)
    const first = runUploadsMaintenance(worker)
    await expect.poll(() => copies.length).toBe(1)
    // Task runs of both workers, while the copy takes longer than the task interval.
    app.clock.advance(60_000)
    await Promise.all([runUploadsMaintenance(otherWorker), runUploadsMaintenance(worker)])
    expect(copies).toHaveLength(1)
    copies[0]!.finish()
    await first
    expect(await assetOf(token)).not.toBeNull()
    await runUploadsMaintenance(otherWorker)
    expect(copies).toHaveLength(1)
  })

  it('retries in the next task run after an error', async () => {
    const { store, copies } = slowStore()
    const worker = openWorker(store)
    const token = await completeUpload(worker)
    const first = runUploadsMaintenance(worker)
    await expect.poll(() => copies.length).toBe(1)
    copies[0]!.fail(new Error('no store'))
    await expect(first).rejects.toThrow('no store')
    const second = runUploadsMaintenance(worker)
    await expect.poll(() => copies.length).toBe(2)
    copies[1]!.finish()
    await second
    expect(await assetOf(token)).not.toBeNull()
  })

  it('is taken over once the claim of a dead process has expired', async () => {
    const { store, copies } = slowStore()
    const [dead, other] = [openWorker(store), openWorker(store)]
    const token = await completeUpload(dead)
    const abandoned = runUploadsMaintenance(dead)
    await expect.poll(() => copies.length).toBe(1)
    app.clock.advance(121_000)
    const takeover = runUploadsMaintenance(other)
    await expect.poll(() => copies.length).toBe(2)
    copies[1]!.finish()
    await takeover
    const asset = await assetOf(token)
    expect(asset).not.toBeNull()
    // If the first process continues after all, its copy creates no second asset.
    copies[0]!.fail(new Error('late'))
    await expect(abandoned).rejects.toThrow('late')
    expect(await assetOf(token)).toBe(asset)
  })
})
