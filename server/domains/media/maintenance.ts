import { hourMs } from '#contract/core/seoul-time.ts'
import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { StorageKey, Storage } from '#server/adapters/storage/index.ts'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { maxTokenTtlMs } from '#server/shared/media-token.ts'
import { deleteAssetFiles } from './assets/asset-files.ts'
import { readSourceFiles, transitionAsset, updateAsset } from './asset-queries.ts'
import { deleteJob, readOrphanedAssets, readUnfinishedAssets } from './encode-queue-queries.ts'
import { readSupersededFirstRenditions } from './first-rendition-queries.ts'
import { assetFolder, removeUnencryptedCopies } from './encoding/encrypt-asset.ts'
import { encodeJobKey } from './encoding/queue-encoding.ts'

type Dependencies = Pick<Database, 'db' | 'transact'> & {
  media_dir: string
  files: Storage
  clock: Clock
  log: Logger
}

/** A younger copy may belong to a registration that has not committed yet. */
const orphanedAfterMs = 6 * hourMs
/** Excludes `uploads/incoming`, which holds unfinished uploads and has its own cleanup. */
const copyName = /^uploads\/(?!incoming$)[^/]+$/

/**
 * Repairs the state that killed jobs leave: marks assets failed whose job ran out of attempts, and removes files that no
 * asset needs.
 */
export async function runMediaMaintenance(deps: Dependencies, signal?: AbortSignal): Promise<void> {
  for (const { id, source_file, keep_source_on_failure } of await readOrphanedAssets(deps.db)) {
    const failed = await deps.transact(async (tx) => {
      await deleteJob(tx, encodeJobKey(id))
      return transitionAsset(tx, id, {
        state: 'failed',
        error_code: 'encoder_failed',
        now: deps.clock.now(),
      })
    })
    if (!failed) continue
    await deleteAssetFiles(deps, id, keep_source_on_failure ? null : source_file)
    deps.log.warn({ asset_id: id }, 'orphaned asset marked failed')
  }
  for (const step of [
    removeUnencryptedCopies,
    removeFirstRenditions,
    removeOrphanedCopies,
    removeStagingFolders,
    releaseLocalFilms,
  ])
    if (!signal?.aborted) await step(deps)
}

/** Removes first renditions whose films have been ready for longer than any address of them is valid. */
async function removeFirstRenditions({ db, transact, files, clock }: Dependencies) {
  const before = new Date(clock.now().getTime() - maxTokenTtlMs)
  for (const id of await readSupersededFirstRenditions(db, before)) {
    for (const is_protected of [false, true])
      await files.remove(`media/${assetFolder({ id, is_first: true, is_protected })}`)
    await transact((tx) => updateAsset(tx, id, { first_rendition_progress: null }))
  }
}

async function removeOrphanedCopies({ db, files, clock }: Dependencies) {
  const cutoff = clock.now().getTime() - orphanedAfterMs
  const oldCopies: StorageKey[] = []
  for await (const { name, at } of files.list('uploads'))
    if (at < cutoff && copyName.test(name)) oldCopies.push(name)
  const localCopies = (await files.listLocalLeftovers('uploads')).filter(
    ({ name, at }) => at < cutoff && copyName.test(name),
  )
  if (oldCopies.length + localCopies.length === 0) return
  const needed = new Set((await readSourceFiles(db)).map((file) => `uploads/${file}`))
  for (const name of oldCopies) if (!needed.has(name)) await files.remove(name)
  for (const { name } of localCopies) if (!needed.has(name)) await files.releaseLocal(name)
}

/** Releases local copies of films in remote storage that a killed worker left. */
async function releaseLocalFilms({ db, files, clock }: Dependencies) {
  const cutoff = clock.now().getTime() - orphanedAfterMs
  const leftovers = (await files.listLocalLeftovers('media')).filter(
    ({ name, at }) => /^media\/\d+f?p?$/.test(name) && at < cutoff,
  )
  if (leftovers.length === 0) return
  const needed = new Set(await readUnfinishedAssets(db))
  for (const { name } of leftovers)
    if (!needed.has(Number.parseInt(name.slice('media/'.length), 10)))
      await files.releaseLocal(name)
}

/** Removes staging folders of finished assets that a killed worker left. */
async function removeStagingFolders({ db, media_dir }: Dependencies) {
  const names = await readdir(media_dir).catch(() => [])
  const leftovers = names.filter((name) => /^\d+f?\.(work|lock)$/.test(name))
  if (leftovers.length === 0) return
  const needed = new Set(await readUnfinishedAssets(db))
  for (const name of leftovers) {
    if (needed.has(Number.parseInt(name, 10))) continue
    await rm(join(media_dir, name), { recursive: true, force: true })
  }
}
