import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Log } from '#server/kernel/log.ts'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { clearAway } from './clear-away.ts'
import {
  dropJob,
  moveAsset,
  readSourceFiles,
  readStrandedAssets,
  readUnfinishedAssets,
} from './queries.ts'
import { tendProtection } from './protect-asset.ts'
import { jobKey } from './register-asset.ts'

type Parts = Pick<Database, 'db' | 'transact'> & {
  media_dir: string
  uploads_dir: string
  clock: Clock
  log: Log
}

/** A copy younger than this, in ms, may belong to a registration that has not committed yet. */
const strayAfter = 6 * 3_600_000

/**
 * Does what jobs cannot: an asset whose job ran out of attempts without a word (its worker was killed each time)
 * fails instead of staying half done, and files that no asset needs are removed.
 */
export async function tendMedia(parts: Parts): Promise<void> {
  for (const { id, source_file, keeps_source } of await readStrandedAssets(parts.db)) {
    const failed = await parts.transact(async (tx) => {
      await dropJob(tx, jobKey(id))
      return moveAsset(tx, id, { state: 'failed', fault: 'encoder_failed', now: parts.clock.now() })
    })
    if (!failed) continue
    await clearAway(parts, id, keeps_source ? null : source_file)
    parts.log.warn({ asset_id: id }, 'asset was stranded and has failed')
  }
  await tendProtection(parts)
  await removeStrayCopies(parts)
  await removeStrayWork(parts)
}

async function removeStrayCopies({ db, uploads_dir, clock }: Parts) {
  const names = await readdir(uploads_dir).catch(() => [])
  if (names.length === 0) return
  const wanted = new Set(await readSourceFiles(db))
  for (const name of names) {
    if (wanted.has(name)) continue
    const path = join(uploads_dir, name)
    const facts = await stat(path).catch(() => undefined)
    // A folder is that of films that are still on their way to us.
    if (facts?.isFile() && clock.now().getTime() - facts.ctimeMs > strayAfter)
      await rm(path, { force: true })
  }
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
