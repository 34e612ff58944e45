import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { StorageKey, Storage } from '#server/adapters/storage/index.ts'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteAssetFiles } from './assets/asset-files.ts'
import {
  deleteJob,
  transitionAsset,
  readSourceFiles,
  readOrphanedAssets,
  readUnfinishedAssets,
} from './asset-queries.ts'
import { requeueMissingEncryption } from './encoding/encrypt-asset.ts'
import { encodeJobKey } from './assets/register-asset.ts'

type Parts = Pick<Database, 'db' | 'transact'> & {
  media_dir: string
  files: Storage
  clock: Clock
  log: Logger
}

/** A copy younger than this, in ms, may belong to a registration that has not committed yet. */
const strayAfter = 6 * 3_600_000
/** Copies lie there directly; uploads that are still coming in have a folder and rules of their own. */
const copyName = /^uploads\/(?!incoming$)[^/]+$/

/**
 * Does what jobs cannot: an asset whose job ran out of attempts because its worker was killed each time fails instead of
 * staying half done, and files of this machine that no asset needs are removed.
 */
export async function runMediaMaintenance(parts: Parts, signal?: AbortSignal): Promise<void> {
  for (const { id, source_file, keeps_source } of await readOrphanedAssets(parts.db)) {
    const failed = await parts.transact(async (tx) => {
      await deleteJob(tx, encodeJobKey(id))
      return transitionAsset(tx, id, {
        state: 'failed',
        fault: 'encoder_failed',
        now: parts.clock.now(),
      })
    })
    if (!failed) continue
    await deleteAssetFiles(parts, id, keeps_source ? null : source_file)
    parts.log.warn({ asset_id: id }, 'orphaned asset marked failed')
  }
  for (const step of [requeueMissingEncryption, removeStrayCopies, removeStrayWork, giveBackFilms])
    if (!signal?.aborted) await step(parts)
}

async function removeStrayCopies({ db, files, clock }: Parts) {
  const long_ago = clock.now().getTime() - strayAfter
  const old: StorageKey[] = []
  for await (const { name, at } of files.list('uploads'))
    if (at < long_ago && copyName.test(name)) old.push(name)
  const here = (await files.listLocalLeftovers('uploads')).filter(
    ({ name, at }) => at < long_ago && copyName.test(name),
  )
  if (old.length + here.length === 0) return
  const wanted = new Set((await readSourceFiles(db)).map((file) => `uploads/${file}`))
  for (const name of old) if (!wanted.has(name)) await files.remove(name)
  for (const { name } of here) if (!wanted.has(name)) await files.releaseLocal(name)
}

/** Films that are kept elsewhere, and lie here because a worker was killed before it gave them back. */
async function giveBackFilms({ db, files, clock }: Parts) {
  const long_ago = clock.now().getTime() - strayAfter
  const left = (await files.listLocalLeftovers('media')).filter(
    ({ name, at }) => /^media\/\d+p?$/.test(name) && at < long_ago,
  )
  if (left.length === 0) return
  const wanted = new Set(await readUnfinishedAssets(db))
  for (const { name } of left)
    if (!wanted.has(Number.parseInt(name.slice('media/'.length), 10)))
      await files.releaseLocal(name)
}

/** Work folders of assets that came to their end while their worker was killed. */
async function removeStrayWork({ db, media_dir }: Parts) {
  const names = await readdir(media_dir).catch(() => [])
  const left = names.filter((name) => /^\d+\.(work|lock)$/.test(name))
  if (left.length === 0) return
  const wanted = new Set(await readUnfinishedAssets(db))
  for (const name of left) {
    if (wanted.has(Number.parseInt(name, 10))) continue
    await rm(join(media_dir, name), { recursive: true, force: true })
  }
}
