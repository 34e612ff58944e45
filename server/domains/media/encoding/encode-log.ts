import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { readEncodeLog, upsertEncodeLog } from '../asset-queries.ts'

const limits = { lines: 200, characters: 500 }
const writeIntervalMs = 1_500

export type EncodeLog = {
  append(line: string): void
  /** Saves all lines so far, so that they are readable before the final state is notified. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Opens the log of an asset's encoder. Later runs append; the last 200 lines of 500 characters are kept. */
export async function openEncodeLog(
  { db, transact, clock }: Pick<Database, 'db' | 'transact'> & { clock: Clock },
  assetId: number,
): Promise<EncodeLog> {
  const lines = await readEncodeLog(db, assetId)
  let writing: Promise<unknown> = Promise.resolve()
  let changed = false
  const write = () => {
    if (!changed) return
    changed = false
    const copy = [...lines]
    // Errors are ignored: the log is informational, and the asset may have been deleted.
    writing = writing.then(() =>
      transact((tx) => upsertEncodeLog(tx, assetId, copy)).catch(() => {}),
    )
  }
  const flush = async () => {
    write()
    await writing
  }
  const timer = setInterval(write, writeIntervalMs)
  timer.unref()
  return {
    append(line) {
      const plain = line.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, limits.characters)
      lines.push(`${clock.now().toISOString()} ${plain}`)
      if (lines.length > limits.lines) lines.splice(0, lines.length - limits.lines)
      changed = true
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
