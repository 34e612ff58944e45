import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Log } from '#server/kernel/log.ts'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { moveAsset, readSourceFiles, readStrandedAssets } from './queries.ts'

type Parts = Pick<Database, 'db' | 'transact'> & { uploads_dir: string; clock: Clock; log: Log }

const every = 60_000
/** A copy younger than this may belong to a registration that has not committed yet. */
const strayAfter = 6 * 3_600_000

/**
 * Keeps watch over what jobs cannot: an asset whose job ran out of attempts without a word (its worker was killed
 * each time) fails instead of staying half done, and copies that no asset names are removed.
 */
export function tendMedia(parts: Parts) {
  const tend = async () => {
    for (const id of await readStrandedAssets(parts.db)) {
      const now = parts.clock.now()
      await parts.transact((tx) =>
        moveAsset(tx, id, { state: 'failed', fault: 'encoder_failed', now }),
      )
      parts.log.warn({ asset_id: id }, 'asset was stranded and has failed')
    }
    await removeStrays(parts)
  }
  const quietly = () =>
    tend().catch((error: Error) => parts.log.warn({ error: error.message }, 'tending media'))
  void quietly()
  const timer = setInterval(() => void quietly(), every)
  return { stop: () => clearInterval(timer) }
}

async function removeStrays({ db, uploads_dir, clock }: Parts) {
  const names = await readdir(uploads_dir).catch(() => [])
  if (names.length === 0) return
  const wanted = new Set(await readSourceFiles(db))
  for (const name of names) {
    if (wanted.has(name)) continue
    const path = join(uploads_dir, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts && clock.now().getTime() - facts.ctimeMs > strayAfter) await rm(path, { force: true })
  }
}
